// The names of specialties in mails, by the codes of the table `specialties`. A test compares them with the names on the site.
import type { Language } from './language.ts'

const NAMES: Record<string, Record<Language, string>> = {
  kardiyoloji: { tr: 'Kardiyoloji', az: 'Kardiologiya', en: 'Cardiology', ru: 'Кардиология', ar: 'أمراض القلب', fr: 'Cardiologie' },
  noroloji: { tr: 'Nöroloji', az: 'Nevrologiya', en: 'Neurology', ru: 'Неврология', ar: 'طب الأعصاب', fr: 'Neurologie' },
  ortopedi: { tr: 'Ortopedi', az: 'Ortopediya', en: 'Orthopaedics', ru: 'Травматология и ортопедия', ar: 'جراحة العظام', fr: 'Orthopédie' },
  goz: { tr: 'Göz Hastalıkları', az: 'Oftalmologiya', en: 'Ophthalmology', ru: 'Офтальмология', ar: 'طب العيون', fr: 'Ophtalmologie' },
  kbb: {
    tr: 'Kulak Burun Boğaz',
    az: 'Otorinolarinqologiya (LOR)',
    en: 'Ear, nose and throat',
    ru: 'Оториноларингология (ЛОР)',
    ar: 'الأنف والأذن والحنجرة',
    fr: 'ORL',
  },
  dermatoloji: { tr: 'Dermatoloji', az: 'Dermatologiya', en: 'Dermatology', ru: 'Дерматология', ar: 'الأمراض الجلدية', fr: 'Dermatologie' },
  uroloji: { tr: 'Üroloji', az: 'Urologiya', en: 'Urology', ru: 'Урология', ar: 'المسالك البولية', fr: 'Urologie' },
  jinekoloji: {
    tr: 'Kadın Hastalıkları',
    az: 'Ginekologiya',
    en: 'Gynaecology',
    ru: 'Гинекология',
    ar: 'أمراض النساء والتوليد',
    fr: 'Gynécologie',
  },
  pediatri: { tr: 'Çocuk Hastalıkları', az: 'Pediatriya', en: 'Paediatrics', ru: 'Педиатрия', ar: 'طب الأطفال', fr: 'Pédiatrie' },
  dahiliye: {
    tr: 'Dahiliye',
    az: 'Daxili xəstəliklər',
    en: 'Internal medicine',
    ru: 'Терапия',
    ar: 'الطب الباطني',
    fr: 'Médecine interne',
  },
  'genel-cerrahi': {
    tr: 'Genel Cerrahi',
    az: 'Ümumi cərrahiyyə',
    en: 'General surgery',
    ru: 'Общая хирургия',
    ar: 'الجراحة العامة',
    fr: 'Chirurgie générale',
  },
  'beyin-cerrahisi': {
    tr: 'Beyin ve Sinir Cerrahisi',
    az: 'Neyrocərrahiyyə',
    en: 'Neurosurgery',
    ru: 'Нейрохирургия',
    ar: 'جراحة الدماغ والأعصاب',
    fr: 'Neurochirurgie',
  },
  'kalp-cerrahisi': {
    tr: 'Kalp ve Damar Cerrahisi',
    az: 'Kardiocərrahiyyə',
    en: 'Cardiac surgery',
    ru: 'Кардиохирургия',
    ar: 'جراحة القلب',
    fr: 'Chirurgie cardiaque',
  },
  'plastik-cerrahi': {
    tr: 'Plastik Cerrahi',
    az: 'Plastik cərrahiyyə',
    en: 'Plastic surgery',
    ru: 'Пластическая хирургия',
    ar: 'جراحة التجميل والترميم',
    fr: 'Chirurgie plastique',
  },
  onkoloji: { tr: 'Onkoloji', az: 'Onkologiya', en: 'Oncology', ru: 'Онкология', ar: 'طب الأورام', fr: 'Oncologie' },
  endokrinoloji: {
    tr: 'Endokrinoloji',
    az: 'Endokrinologiya',
    en: 'Endocrinology',
    ru: 'Эндокринология',
    ar: 'الغدد الصماء',
    fr: 'Endocrinologie',
  },
  gastroenteroloji: {
    tr: 'Gastroenteroloji',
    az: 'Qastroenterologiya',
    en: 'Gastroenterology',
    ru: 'Гастроэнтерология',
    ar: 'أمراض الجهاز الهضمي',
    fr: 'Gastro-entérologie',
  },
  hematoloji: { tr: 'Hematoloji', az: 'Hematologiya', en: 'Haematology', ru: 'Гематология', ar: 'أمراض الدم', fr: 'Hématologie' },
  enfeksiyon: {
    tr: 'Enfeksiyon Hastalıkları',
    az: 'Yoluxucu xəstəliklər',
    en: 'Infectious diseases',
    ru: 'Инфекционные болезни',
    ar: 'الأمراض المعدية',
    fr: 'Maladies infectieuses',
  },
  'fizik-tedavi': {
    tr: 'Fizik Tedavi ve Rehabilitasyon',
    az: 'Fiziki terapiya və reabilitasiya',
    en: 'Physiotherapy and rehabilitation',
    ru: 'Медицинская реабилитация',
    ar: 'الطب الطبيعي والتأهيل',
    fr: 'Médecine physique et de réadaptation',
  },
  radyoloji: { tr: 'Radyoloji', az: 'Radiologiya', en: 'Radiology', ru: 'Лучевая диагностика', ar: 'الأشعة', fr: 'Radiologie' },
  anestezi: {
    tr: 'Anesteziyoloji ve Reanimasyon',
    az: 'Anesteziologiya',
    en: 'Anaesthesia',
    ru: 'Анестезиология',
    ar: 'التخدير',
    fr: 'Anesthésie-réanimation',
  },
  gogus: {
    tr: 'Göğüs Hastalıkları',
    az: 'Pulmonologiya',
    en: 'Respiratory medicine',
    ru: 'Пульмонология',
    ar: 'الأمراض الصدرية',
    fr: 'Pneumologie',
  },
  'ruh-sagligi': {
    tr: 'Psikiyatri',
    az: 'Psixiatriya',
    en: 'Psychiatry',
    ru: 'Психиатрия и психотерапия',
    ar: 'الطب النفسي',
    fr: 'Santé mentale',
  },
  diyet: {
    tr: 'Beslenme ve Diyet',
    az: 'Dietologiya',
    en: 'Nutrition and dietetics',
    ru: 'Диетология',
    ar: 'التغذية العلاجية',
    fr: 'Diététique',
  },
}

/** The stored value for doctors without a specialty. */
const GENERAL = 'Genel'

interface HasSpecialty {
  /** The Turkish text that an admin wrote. */
  specialization: string
  specialty_code: string | null
}

/** The specialty in the reader’s language, or as stored if its code is unknown. Empty for a doctor without a specialty. */
export const specialtyIn = ({ specialization, specialty_code: code }: HasSpecialty, language: Language) =>
  NAMES[code ?? '']?.[language] ?? (specialization === GENERAL ? '' : specialization)
