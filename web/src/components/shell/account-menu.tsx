import { LogOut } from 'lucide-react'
import { Suspense, use } from 'react'
import { classes } from '../../lib/classes.ts'
import { useI18n } from '../../lib/i18n.tsx'
import { listOf } from '../../lib/languages.ts'
import { Link } from '../../lib/router/link.tsx'
import { isAccountPage } from '../../lib/router/paths.ts'
import { useLocation, useNavigate } from '../../lib/router/router.tsx'
import { toSignIn } from '../../lib/session/return-to.ts'
import { signOut, useSession } from '../../lib/session/session.ts'
import { isDoctor, type SignedIn } from '../../lib/session/session-state.ts'
import { buttonLook } from '../ui/button.tsx'
import { MENU_ITEM, Menu } from '../ui/menu.tsx'
import { DoctorPhoto } from './doctor-photo.ts'
import { ownLinksOf } from './own-links.ts'

/** `showsName` adds the name beside the initials where there is space. */
export function AccountMenu({ showsName = false }: { showsName?: boolean }) {
  const { t, language } = useI18n()
  const session = useSession()
  if (session.status === 'out') return <SignInLink />
  // Keeps its space while the session is being read, so that nothing moves.
  if (session.status === 'loading') return <div aria-hidden="true" className="h-11 w-15" />
  const name = nameOf(session.person)
  return (
    <Menu
      align="end"
      name={`${t('nav.account')}${t('text.colon')} ${listOf([session.person.email, name], language)}`}
      label={
        <>
          <Initials person={session.person} />
          {showsName && name && (
            <span className="hidden max-w-40 truncate lg:block">
              <bdi>{name}</bdi>
            </span>
          )}
        </>
      }
    >
      <div className="mb-1 border-b border-line pb-1">
        <Identity person={session.person} />
      </div>
      <AccountLinks person={session.person} />
    </Menu>
  )
}

/** Marks the link to the current page quietly. */
const CURRENT = 'aria-[current=page]:bg-tint aria-[current=page]:text-action-strong'

/** On pages that ask to sign in, the link leads back to the page; elsewhere to the landing page. */
function SignInLink() {
  const { t } = useI18n()
  const location = useLocation()
  return (
    <Link
      {...(isAccountPage(location.pathname) ? toSignIn(location) : { to: '/auth' })}
      aria-current={location.pathname === '/auth' ? 'page' : undefined}
      className={`flex min-h-11 items-center whitespace-nowrap rounded-box px-2.5 transition-colors duration-150 ease-calm hover:bg-tint aria-[current=page]:underline aria-[current=page]:decoration-brass aria-[current=page]:decoration-2 aria-[current=page]:underline-offset-8`}
    >
      {t('nav.signIn')}
    </Link>
  )
}

/** Leads signed-in people to the booking form too, not to the list of their appointments. */
export function BookLink({ className = '' }: { className?: string }) {
  const { t } = useI18n()
  const { status } = useSession()
  const isThere = useLocation().pathname === '/appointments'
  return (
    <Link
      to={status === 'in' ? '/appointments?tab=new' : '/appointments'}
      aria-current={isThere ? 'page' : undefined}
      className={buttonLook(isThere ? 'quiet' : 'primary', `whitespace-nowrap px-4! ${CURRENT} ${className}`)}
    >
      {t('nav.book')}
    </Link>
  )
}

/** The same links for phones, without a disclosure, because a list that opens inside a scrolling menu would be cut off. */
export function AccountSection({ onChoose }: { onChoose: () => void }) {
  const session = useSession()
  if (session.status === 'loading') return null
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- hears what its links and its button do
    <div className="sm:hidden" onClick={onChoose}>
      {session.status === 'out' ? (
        <div className="grid two-columns gap-3 *:last:justify-center *:last:border *:last:border-control *:last:bg-surface *:last:font-medium">
          <BookLink />
          <SignInLink />
        </div>
      ) : (
        // Aligned with the links below.
        <div className="-mx-3 grid gap-1 border-b border-line pb-3">
          <Identity person={session.person} />
          <AccountLinks person={session.person} />
        </div>
      )}
    </div>
  )
}

const nameOf = ({ names }: SignedIn) => `${names.first} ${names.last}`.trim()

/**
 * The style sheet renders the initials, because text in the button would differ from its accessible name. CSS also knows the language, and
 * that i becomes İ in Turkish.
 */
function Initials({ person }: { person: SignedIn }) {
  const { names, email } = person
  const initials = [names.first, names.last].map((name) => firstLetterOf(name.trim())).join('')
  const isOfDoctor = isDoctor(person)
  const photo = use(DoctorPhoto)
  return (
    <span
      data-initials={initials || firstLetterOf(email)}
      className={classes(
        'grid shrink-0 place-items-center overflow-hidden bg-tint text-sm font-medium uppercase text-action group-open:bg-surface *:[grid-area:1/1] before:[grid-area:1/1] before:content-[attr(data-initials)]',
        isOfDoctor
          ? 'arch h-[max(--spacing(10),2.1em)] w-[max(--spacing(8.5),1.8em)] border border-brass'
          : 'size-[max(--spacing(9),1.75em)] rounded-full ring-1 ring-inset ring-action/25',
      )}
    >
      {isOfDoctor && <Suspense>{photo}</Suspense>}
    </span>
  )
}

// Takes a code point, because half a surrogate pair would be rendered as a box.
const firstLetterOf = (text: string) => Array.from(text)[0] ?? ''

function Identity({ person }: { person: SignedIn }) {
  const name = nameOf(person)
  return (
    <div className="px-3 py-2">
      {name && (
        <p className="font-medium">
          <bdi>{name}</bdi>
        </p>
      )}
      <p className="break-all text-sm text-muted">
        <bdi dir="ltr">{person.email}</bdi>
      </p>
    </div>
  )
}

function AccountLinks({ person }: { person: SignedIn }) {
  const { t } = useI18n()
  const navigate = useNavigate()
  return (
    <>
      {ownLinksOf(person).map(({ to, label, icon: Icon }) => (
        <Link key={to} to={to} className={MENU_ITEM}>
          <Icon aria-hidden="true" className="size-4 text-brass" />
          {t(label)}
        </Link>
      ))}
      <button type="button" className={MENU_ITEM} onClick={() => void signOut().then(() => navigate('/'))}>
        <LogOut aria-hidden="true" className="mirrored size-4 text-brass" />
        {t('nav.signOut')}
      </button>
    </>
  )
}
