// The 25 fields in which we look for hospitals and doctors, in the order of the page.
import {
  Activity,
  Apple,
  Baby,
  Bone,
  Brain,
  BrainCircuit,
  Droplets,
  Ear,
  Eye,
  FlaskConical,
  HeartPlus,
  type LucideIcon,
  MessageCircleHeart,
  PersonStanding,
  Pill,
  Ribbon,
  ScanFace,
  ScanLine,
  Slice,
  Smile,
  Stethoscope,
  Syringe,
  TestTube,
  Venus,
  Virus,
  Wind,
} from 'lucide-react'
import type { TextKey } from '../../lib/i18n.tsx'

export interface Specialty {
  key: string
  name: TextKey
  icon: LucideIcon
}

export const SPECIALTIES: Specialty[] = [
  { key: 'kardiyoloji', name: 'specialty.cardiology', icon: Activity },
  { key: 'noroloji', name: 'specialty.neurology', icon: Brain },
  { key: 'ortopedi', name: 'specialty.orthopaedics', icon: Bone },
  { key: 'goz', name: 'specialty.eye', icon: Eye },
  { key: 'kbb', name: 'specialty.ent', icon: Ear },
  { key: 'dermatoloji', name: 'specialty.dermatology', icon: ScanFace },
  { key: 'uroloji', name: 'specialty.urology', icon: Droplets },
  { key: 'jinekoloji', name: 'specialty.women', icon: Venus },
  { key: 'pediatri', name: 'specialty.children', icon: Baby },
  { key: 'dahiliye', name: 'specialty.internal', icon: Stethoscope },
  { key: 'genel-cerrahi', name: 'specialty.generalSurgery', icon: Slice },
  { key: 'beyin-cerrahisi', name: 'specialty.brainSurgery', icon: BrainCircuit },
  { key: 'kalp-cerrahisi', name: 'specialty.heartSurgery', icon: HeartPlus },
  { key: 'plastik-cerrahi', name: 'specialty.plasticSurgery', icon: Smile },
  { key: 'onkoloji', name: 'specialty.oncology', icon: Ribbon },
  { key: 'endokrinoloji', name: 'specialty.endocrinology', icon: FlaskConical },
  { key: 'gastroenteroloji', name: 'specialty.gastroenterology', icon: Pill },
  { key: 'hematoloji', name: 'specialty.haematology', icon: TestTube },
  { key: 'enfeksiyon', name: 'specialty.infection', icon: Virus },
  { key: 'fizik-tedavi', name: 'specialty.physicalTherapy', icon: PersonStanding },
  { key: 'radyoloji', name: 'specialty.radiology', icon: ScanLine },
  { key: 'anestezi', name: 'specialty.anaesthesia', icon: Syringe },
  { key: 'gogus', name: 'specialty.chest', icon: Wind },
  { key: 'ruh-sagligi', name: 'specialty.mentalHealth', icon: MessageCircleHeart },
  { key: 'diyet', name: 'specialty.diet', icon: Apple },
]
