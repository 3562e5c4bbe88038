import { CalendarDays, ClipboardList, LogOut, Settings, Stethoscope, UserRound } from 'lucide-react'
import { Link, useNavigate } from 'react-router'
import { useI18n } from '../../lib/i18n.tsx'
import { isAdmin, isDoctor, type SignedIn, signOut, useSession } from '../../lib/session.ts'
import { ButtonLink } from '../ui/button.tsx'
import { MENU_ITEM, Menu } from '../ui/menu.tsx'

export function AccountMenu() {
  const { t } = useI18n()
  const session = useSession()
  if (session.status === 'out') {
    return (
      <ButtonLink to="/auth" className="whitespace-nowrap px-4">
        {t('nav.signIn')}
      </ButtonLink>
    )
  }
  // The place is kept while the session is being looked up, so that nothing moves.
  if (session.status === 'loading') return <div aria-hidden="true" className="h-11 w-24" />
  return (
    <Menu align="end" name={`${t('nav.account')}: ${session.person.email}`} label={<UserRound aria-hidden="true" className="size-5" />}>
      <AccountLinks person={session.person} />
    </Menu>
  )
}

export function AccountLinks({ person }: { person: SignedIn }) {
  const { t } = useI18n()
  const navigate = useNavigate()
  const links = [
    { to: '/profile', label: t('nav.profile'), icon: UserRound, isShown: true },
    { to: '/appointments', label: t('nav.appointments'), icon: CalendarDays, isShown: true },
    { to: '/admin', label: t('nav.adminPanel'), icon: ClipboardList, isShown: isAdmin(person) },
    { to: '/doctor', label: t('nav.doctorPanel'), icon: Stethoscope, isShown: isDoctor(person) },
    { to: '/doctor-management', label: t('nav.doctorManagement'), icon: Settings, isShown: isAdmin(person) },
  ]
  return (
    <>
      {links
        .filter(({ isShown }) => isShown)
        .map(({ to, label, icon: Icon }) => (
          <Link key={to} to={to} className={MENU_ITEM}>
            <Icon aria-hidden="true" className="size-4 text-brass" />
            {label}
          </Link>
        ))}
      <button type="button" className={MENU_ITEM} onClick={() => void signOut().then(() => navigate('/'))}>
        <LogOut aria-hidden="true" className="mirrored size-4 text-brass" />
        {t('nav.signOut')}
      </button>
    </>
  )
}
