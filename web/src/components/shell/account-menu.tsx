import { CalendarDays, ClipboardList, LogOut, Settings, Stethoscope, UserRound } from 'lucide-react'
import { Link, useLocation, useNavigate } from 'react-router'
import { useI18n } from '../../lib/i18n.tsx'
import { isAccountPage } from '../../lib/paths.ts'
import { toSignIn } from '../../lib/return-to.ts'
import { isAdmin, isDoctor, type SignedIn, signOut, useSession } from '../../lib/session.ts'
import { ButtonLink } from '../ui/button.tsx'
import { MENU_ITEM, Menu } from '../ui/menu.tsx'

export function AccountMenu() {
  const { t } = useI18n()
  const session = useSession()
  if (session.status === 'out') return <SignInLink />
  // Keeps its space while the session is being read, so that nothing moves.
  if (session.status === 'loading') return <div aria-hidden="true" className="h-11 w-24" />
  return (
    <Menu align="end" name={`${t('nav.account')}: ${session.person.email}`} label={<UserRound aria-hidden="true" className="size-5" />}>
      <div className="mb-1 border-b border-line pb-1">
        <Identity person={session.person} />
      </div>
      <AccountLinks person={session.person} />
    </Menu>
  )
}

/** On pages that ask to sign in, the link leads back to the page; elsewhere to the landing page. */
function SignInLink() {
  const { t } = useI18n()
  const location = useLocation()
  return (
    <ButtonLink {...(isAccountPage(location.pathname) ? toSignIn(location) : { to: '/auth' })} className="whitespace-nowrap px-4">
      {t('nav.signIn')}
    </ButtonLink>
  )
}

/** The same for phones, without a disclosure: a list that opens inside a scrolling menu would be cut off. */
export function AccountSection({ onChoose }: { onChoose: () => void }) {
  const session = useSession()
  if (session.status === 'loading') return null
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- hears what its links and its button do
    <div className="mb-2 grid gap-1 border-b border-line pb-3 sm:hidden" onClick={onChoose}>
      {session.status === 'out' ? (
        <SignInLink />
      ) : (
        <>
          <Identity person={session.person} />
          <AccountLinks person={session.person} />
        </>
      )}
    </div>
  )
}

function Identity({ person: { names, email } }: { person: SignedIn }) {
  const name = `${names.first} ${names.last}`.trim()
  return (
    <div className="px-3 py-2">
      {name && (
        <p className="font-medium">
          <bdi>{name}</bdi>
        </p>
      )}
      <p className="break-all text-sm text-muted">
        <bdi dir="ltr">{email}</bdi>
      </p>
    </div>
  )
}

function AccountLinks({ person }: { person: SignedIn }) {
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
