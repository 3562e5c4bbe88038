import { ChevronDown, Menu as MenuIcon, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { company } from '../../../../supabase/functions/_shared/company.ts'
import { useI18n } from '../../lib/i18n.tsx'
import { MORE_LINKS, SERVICE_LINKS } from '../../lib/paths.ts'
import { MENU_ITEM, Menu } from '../ui/menu.tsx'
import { AccountMenu, AccountSection } from './account-menu.tsx'
import { LanguagePicker } from './language-picker.tsx'
import { ThemePicker } from './theme-picker.tsx'

export function Header() {
  const { t } = useI18n()
  return (
    <header className="sticky top-0 z-30 border-b border-line bg-paper">
      <div className="page flex min-h-18 items-center gap-2">
        <Link to="/" aria-label={`${company.brand} – ${t('nav.home')}`} className="me-2 flex min-h-11 items-center gap-3">
          <Mark />
          <span className="font-display text-2xl font-semibold tracking-wide">{company.brand}</span>
        </Link>
        <nav aria-label={t('nav.main')} className="hidden items-center xl:flex">
          {SERVICE_LINKS.map(({ to, label, state }) => (
            <Link
              key={label}
              to={to}
              state={state}
              className="flex min-h-11 items-center whitespace-nowrap rounded-box px-2.5 rtl:px-2 transition-colors duration-150 ease-calm hover:bg-tint"
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
              <Link key={to} to={to} className={MENU_ITEM}>
                {t(label)}
              </Link>
            ))}
          </Menu>
        </nav>
        <div className="ms-auto flex items-center">
          <LanguagePicker />
          <ThemePicker />
          <div className="ms-1 hidden sm:block">
            <AccountMenu />
          </div>
          <MobileMenu />
        </div>
      </div>
    </header>
  )
}

function MobileMenu() {
  const { t } = useI18n()
  const [isOpen, setIsOpen] = useState(false)
  const details = useRef<HTMLDetailsElement>(null)
  // Read from the element, which may have been opened before hydration.
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
        className="absolute inset-x-0 top-full grid max-h-[calc(100dvh-4.5rem)] gap-1 overflow-auto border-b border-line bg-paper p-4 shadow-lift"
      >
        <AccountSection onChoose={close} />
        {[...SERVICE_LINKS, ...MORE_LINKS].map(({ to, label, state }) => (
          <Link key={label} to={to} state={state} className={MENU_ITEM} onClick={close}>
            {t(label)}
          </Link>
        ))}
      </nav>
    </details>
  )
}

/** The logo: a doorway, in brass on navy. */
function Mark() {
  return (
    <svg aria-hidden="true" viewBox="0 0 32 32" className="size-8">
      <rect width="32" height="32" rx="7" fill="#0e1c36" />
      <path d="M9 25V15a7 7 0 0 1 14 0v10" fill="none" stroke="#d5b071" strokeWidth="2.4" strokeLinecap="round" />
      <path d="M16 25v-8" stroke="#f6f1e7" strokeWidth="2.4" strokeLinecap="round" />
    </svg>
  )
}
