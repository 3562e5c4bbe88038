import { CalendarDays, CalendarRange, ClipboardList, type LucideIcon, Settings, Stethoscope, UserRound, UsersRound } from 'lucide-react'
import type { TextKey } from '../../lib/i18n.tsx'
import { isAdmin, isDoctor, type SignedIn } from '../../lib/session/session-state.ts'

interface OwnLink {
  to: string
  label: TextKey
  /** For the header and the bottom bar, where there is little room. */
  shortLabel: TextKey
  icon: LucideIcon
  isFor?: (person: SignedIn) => boolean
  /** Only in the account menu: the header and the bottom bar are for what the person comes for. */
  isInMenuOnly?: (person: SignedIn) => boolean
}

const isStaff = (person: SignedIn) => isDoctor(person) || isAdmin(person)

// Work comes first, and a person's own appointments before their profile: that is what people come for.
const OWN_LINKS: OwnLink[] = [
  { to: '/admin', label: 'nav.adminPanel', shortLabel: 'nav.short.adminPanel', icon: ClipboardList, isFor: isAdmin },
  { to: '/doctor', label: 'nav.doctorPanel', shortLabel: 'nav.short.doctorPanel', icon: Stethoscope, isFor: isDoctor },
  {
    to: '/calendar',
    label: 'nav.calendar',
    shortLabel: 'nav.calendar',
    icon: CalendarRange,
    isFor: isStaff,
  },
  {
    to: '/admin/appointments',
    label: 'nav.allAppointments',
    shortLabel: 'nav.short.allAppointments',
    icon: CalendarDays,
    isFor: isAdmin,
  },
  { to: '/doctor-management', label: 'nav.doctorManagement', shortLabel: 'nav.short.doctorManagement', icon: Settings, isFor: isAdmin },
  { to: '/admin/people', label: 'nav.people', shortLabel: 'nav.people', icon: UsersRound, isFor: isAdmin, isInMenuOnly: isAdmin },
  {
    to: '/appointments',
    label: 'nav.appointments',
    shortLabel: 'nav.short.appointments',
    icon: CalendarDays,
    // The appointments of staff are on the pages above. This is where they are patients themselves.
    isInMenuOnly: isStaff,
  },
  { to: '/profile', label: 'nav.profile', shortLabel: 'nav.short.profile', icon: UserRound },
]

/** The pages of a signed-in person, according to their roles. Without a person: those that everybody has. */
export const ownLinksOf = (person?: SignedIn) => OWN_LINKS.filter(({ isFor }) => !isFor || (person && isFor(person)))

/** Those of the header and the bottom bar. */
export const barLinksOf = (person?: SignedIn) => ownLinksOf(person).filter(({ isInMenuOnly }) => !(person && isInMenuOnly?.(person)))
