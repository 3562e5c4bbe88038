// The header, bottom bar and footer of the signed-in screens: a patient's own pages, the doctor panel and the administration.
import { ChevronDown } from 'lucide-react'
import { classes } from '../../lib/classes.ts'
import { useI18n } from '../../lib/i18n.tsx'
import { Link, NavLink } from '../../lib/router/link.tsx'
import { isAccountPage, LEGAL_LINKS, MORE_LINKS, SERVICE_LINKS } from '../../lib/router/paths.ts'
import { useLocation } from '../../lib/router/router.tsx'
import { useSession } from '../../lib/session/session.ts'
import { MENU_ITEM, Menu } from '../ui/menu.tsx'
import { AccountMenu } from './account-menu.tsx'
import { Brand } from './brand.tsx'
import { LanguagePicker } from './language-picker.tsx'
import { barLinksOf } from './own-links.ts'
import { ThemePicker } from './theme-picker.tsx'

/** Whether this page has the application's shell. Visitors see the site's own. */
export function useIsApp() {
  const { pathname } = useLocation()
  const session = useSession()
  return isAccountPage(pathname) && session.status !== 'out'
}

function useOwnLinks() {
  const session = useSession()
  return barLinksOf(session.status === 'in' ? session.person : undefined)
}

export function AppHeader() {
  const { t } = useI18n()
  const links = useOwnLinks()
  return (
    <header className="sticky top-0 z-30 border-b border-line bg-paper">
      <div className="page flex min-h-14 items-center gap-0.5 max-lg:flex-wrap">
        <Brand />
        <Menu
          name={t('nav.main')}
          label={
            <ChevronDown
              aria-hidden="true"
              className="size-4 text-brass transition-transform duration-200 ease-calm group-open:rotate-180"
            />
          }
        >
          {[...SERVICE_LINKS, ...MORE_LINKS].map(({ to, label, state }) => (
            <Link key={label} to={to} state={state} className={MENU_ITEM}>
              {t(label)}
            </Link>
          ))}
        </Menu>
        <nav aria-label={t('nav.own')} className="ms-2 hidden items-center lg:flex">
          {links.map(({ to, shortLabel }) => (
            <NavLink
              key={to}
              to={to}
              among={links.map((each) => each.to)}
              className="flex min-h-14 items-center whitespace-nowrap px-3.5 text-muted transition-colors duration-150 ease-calm hover:text-ink aria-[current=page]:text-ink aria-[current=page]:shadow-[inset_0_-2px_0_var(--brass)]"
            >
              {t(shortLabel)}
            </NavLink>
          ))}
        </nav>
        <div className="ms-auto -me-2 flex items-center [&_summary]:px-2 max-[22.5rem]:[&_summary]:px-1">
          <LanguagePicker />
          <ThemePicker />
          <AccountMenu showsName />
        </div>
      </div>
    </header>
  )
}

/**
 * The links for phones, within reach of the thumb. The bar is in the flow of the page, so that it covers nothing at the end of the page. A
 * page may replace it with its own bar.
 */
export function BottomBar() {
  const { t } = useI18n()
  const links = useOwnLinks()
  return (
    <nav
      aria-label={t('nav.own')}
      data-bottom-bar=""
      className="sticky bottom-0 z-30 flex border-t border-line bg-paper pb-[env(safe-area-inset-bottom)] not-short:in-data-own-bar:hidden lg:hidden"
    >
      {links.map(({ to, shortLabel, icon: Icon }) => (
        <NavLink
          key={to}
          to={to}
          among={links.map((each) => each.to)}
          className="flex min-h-14 min-w-0 flex-1 flex-col items-center justify-center gap-0.5 py-1.5 text-xs text-muted -outline-offset-2 transition-colors duration-150 ease-calm aria-[current=page]:font-medium aria-[current=page]:text-ink aria-[current=page]:shadow-[inset_0_2px_0_var(--brass)]"
        >
          <Icon aria-hidden="true" className="size-5" />
          {/* Large text grows as far as the labels fit, because nobody could read their first letters. */}
          <span
            className={classes(
              'max-w-full truncate px-0.5',
              links.length > 3 ? 'max-sm:text-[min(0.75rem,max(12px,3.5vw))]' : 'max-sm:text-[min(0.75rem,max(12px,5.3vw))]',
            )}
          >
            {t(shortLabel)}
          </span>
        </NavLink>
      ))}
    </nav>
  )
}

export function AppFooter() {
  const { t } = useI18n()
  const { pathname } = useLocation()
  return (
    // Hidden while the page loads, because arriving content would push it out of the window. A phone's calendar needs the whole window.
    <footer
      className={classes(
        'border-t border-line text-sm text-muted [main:has(.skeleton,.arch-drawing)+&]:invisible',
        pathname === '/calendar' && 'max-md:hidden',
      )}
    >
      <div className="page flex flex-wrap items-center justify-between gap-x-4 py-2 max-sm:text-xs">
        <p>{t('footer.rights', { company: t('company.legalName') })}</p>
        <nav aria-label={t('footer.legal')} className="grid two-columns gap-x-4 max-sm:w-full sm:flex sm:flex-wrap">
          {LEGAL_LINKS.map(({ to, label }) => (
            <Link key={label} to={to} className="inline-flex min-h-11 items-center underline-offset-4 hover:underline">
              {t(label)}
            </Link>
          ))}
        </nav>
      </div>
    </footer>
  )
}
