import { CalendarDays, CalendarRange, ClipboardList, type LucideIcon, Settings, Stethoscope, UserRound, UsersRound } from 'lucide-react'
import type { TextKey } from '../../lib/i18n.tsx'
import { isAdmin, isDoctor, type SignedIn } from '../../lib/session/session-state.ts'

interface OwnLink {
  to: string
  label: TextKey
  /** A label for the header and the bottom bar, which have little space. */
  shortLabel: TextKey
  icon: LucideIcon
  isFor?: (person: SignedIn) => boolean
  /** Whether the link is only in the account menu. The header and the bottom bar hold the main tasks of a person. */
  isInMenuOnly?: (person: SignedIn) => boolean
}

const isStaff = (person: SignedIn) => isDoctor(person) || isAdmin(person)

// Work comes first, and a person's own appointments come before their profile, in the order of importance.
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
    // The links above cover the appointments of staff. This page shows their own appointments as patients.
    isInMenuOnly: isStaff,
  },
  { to: '/profile', label: 'nav.profile', shortLabel: 'nav.short.profile', icon: UserRound },
]

/** The pages of a signed-in person by role. Without a person, the pages that everybody has. */
export const ownLinksOf = (person?: SignedIn) => OWN_LINKS.filter(({ isFor }) => !isFor || (person && isFor(person)))

/** The links of the header and the bottom bar. */
export const barLinksOf = (person?: SignedIn) => ownLinksOf(person).filter(({ isInMenuOnly }) => !(person && isInMenuOnly?.(person)))
