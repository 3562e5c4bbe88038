import { ChevronDown, Menu as MenuIcon, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useI18n } from '../../lib/i18n.tsx'
import { Link } from '../../lib/router/link.tsx'
import { MORE_LINKS, SERVICE_LINKS } from '../../lib/router/paths.ts'
import { useLocation } from '../../lib/router/router.tsx'
import { MENU_ITEM, Menu } from '../ui/menu.tsx'
import { AccountMenu, AccountSection, BookLink } from './account-menu.tsx'
import { Brand } from './brand.tsx'
import { LanguagePicker } from './language-picker.tsx'
import { ServiceLinks } from './service-links.tsx'
import { ThemePicker } from './theme-picker.tsx'

/** Marks the link to the current page. */
const CURRENT = 'aria-[current=page]:underline decoration-brass decoration-2 underline-offset-8'

export function Header() {
  const { t } = useI18n()
  const { pathname } = useLocation()
  return (
    <header className="sticky top-0 z-30 border-b border-line bg-paper">
      <div className="page flex min-h-18 items-center gap-1 max-xl:flex-wrap">
        <Brand className="xl:me-3" />
        {/* Arabic is a little smaller, because its service names are the longest. */}
        <nav aria-label={t('nav.main')} className="hidden items-center text-[0.9375rem] xl:flex rtl:text-sm [&_summary]:px-2.5">
          {SERVICE_LINKS.map(({ to, label, state }) => (
            <Link
              key={label}
              to={to}
              state={state}
              aria-current={to === pathname ? 'page' : undefined}
              className={`flex min-h-11 items-center whitespace-nowrap rounded-box px-2.5 transition-colors duration-150 ease-calm hover:bg-tint ${CURRENT}`}
            >
              {t(label)}
            </Link>
          ))}
          <Menu
            label={
              <>
                <span className="whitespace-nowrap">{t('nav.more')}</span>
                <ChevronDown
                  aria-hidden="true"
                  className="size-4 text-brass transition-transform duration-200 ease-calm group-open:rotate-180"
                />
              </>
            }
          >
            {MORE_LINKS.map(({ to, label }) => (
              <Link key={to} to={to} aria-current={to === pathname ? 'page' : undefined} className={`${MENU_ITEM} ${CURRENT}`}>
                {t(label)}
              </Link>
            ))}
          </Menu>
        </nav>
        <div className="ms-auto flex items-center [&_summary]:px-2">
          <LanguagePicker />
          <ThemePicker />
          <div className="hidden items-center gap-2 text-[0.9375rem] sm:flex xl:rtl:text-sm">
            <AccountMenu />
            <BookLink />
          </div>
          <MobileMenu />
        </div>
      </div>
    </header>
  )
}

function MobileMenu() {
  const { t } = useI18n()
  const { pathname } = useLocation()
  const [isOpen, setIsOpen] = useState(false)
  const details = useRef<HTMLDetailsElement>(null)
  // Read from the element, because it may have been opened before hydration.
  const close = () => {
    if (details.current) details.current.open = false
  }
  useEffect(() => {
    const leave = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !details.current?.open) return
      details.current.open = false
      details.current.querySelector('summary')?.focus()
    }
    document.addEventListener('keydown', leave)
    return () => document.removeEventListener('keydown', leave)
  }, [])
  return (
    <details ref={details} onToggle={(event) => setIsOpen(event.currentTarget.open)} className="group xl:hidden">
      <summary
        aria-label={t(isOpen ? 'nav.closeMenu' : 'nav.menu')}
        className="grid size-11 cursor-pointer place-items-center rounded-box hover:bg-tint"
      >
        <MenuIcon aria-hidden="true" className="size-6 group-open:hidden" />
        <X aria-hidden="true" className="hidden size-6 group-open:block" />
      </summary>
      <nav
        aria-label={t('nav.main')}
        className="absolute inset-x-0 top-full grid max-h-[calc(100dvh-4.5rem)] gap-4 overflow-auto border-b border-line bg-paper px-5 py-4 shadow-lift md:px-8"
      >
        <AccountSection onChoose={close} />
        <ServiceLinks
          className="divide-y divide-line"
          link={`flex min-h-13 items-center font-display text-xl font-semibold ${CURRENT}`}
          onChoose={close}
        />
        <ul className="grid two-columns gap-x-4">
          {MORE_LINKS.map(({ to, label }) => (
            <li key={to}>
              <Link
                to={to}
                aria-current={to === pathname ? 'page' : undefined}
                className={`flex min-h-11 items-center text-muted ${CURRENT}`}
                onClick={close}
              >
                {t(label)}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </details>
  )
}
