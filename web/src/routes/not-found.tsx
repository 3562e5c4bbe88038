import { ArrowRight } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Button, ButtonLink } from '../components/ui/button.tsx'
import { SearchField } from '../components/ui/search-field.tsx'
import { useIsHydrated } from '../lib/hydrated.ts'
import { type TextKey, useI18n } from '../lib/i18n.tsx'
import { Link } from '../lib/link.tsx'
import { useNavigate } from '../lib/router.tsx'

/** What most visitors look for, besides a doctor. */
const LINKS: { to: string; label: TextKey }[] = [
  { to: '/appointments', label: 'nav.book' },
  { to: '/faq', label: 'nav.faq' },
  { to: '/contact', label: 'nav.contact' },
]

export default function NotFound() {
  const { t } = useI18n()
  return (
    <div className="page grid gap-x-16 gap-y-10 pt-8 sm:pt-16 lg:grid-cols-[7fr_5fr]">
      <div className="grid content-start gap-4 sm:gap-5 lg:pb-16">
        <p className="eyebrow text-muted">{t('notFound.title')}</p>
        <h1 className="page-title">{t('notFound.heading')}</h1>
        <p className="max-w-[55ch] text-muted sm:text-lg">{t('notFound.text')}</p>
        <DoctorSearch />
        <ul className="max-w-xl divide-y divide-line border-y border-line">
          {LINKS.map(({ to, label }) => (
            <li key={to}>
              <Link to={to} className="flex min-h-13 items-center justify-between gap-4 font-medium hover:text-action">
                {t(label)}
                <ArrowRight aria-hidden="true" className="mirrored size-4 text-brass" />
              </Link>
            </li>
          ))}
        </ul>
        <ButtonLink to="/" look="secondary" className="justify-self-start">
          {t('notFound.home')}
        </ButtonLink>
      </div>
      <Doorway />
    </div>
  )
}

/** Leads to the list of doctors, which searches. Both need scripts. */
function DoctorSearch() {
  const { t } = useI18n()
  const isHydrated = useIsHydrated()
  const navigate = useNavigate()
  const [search, setSearch] = useState('')
  const send = (event: FormEvent) => {
    event.preventDefault()
    const words = search.trim()
    navigate(words ? `/doctors?q=${encodeURIComponent(words)}` : '/doctors')
  }
  return (
    <search className="mt-2 max-w-xl">
      <form method="post" className="grid gap-3 noscript:hidden sm:grid-cols-[minmax(0,1fr)_auto]" onSubmit={send}>
        <SearchField
          label={t('doctors.find')}
          placeholder={t('doctors.searchHint')}
          clearLabel={t('doctors.clear')}
          value={search}
          onChange={setSearch}
        />
        <Button type="submit" disabled={!isHydrated} data-early>
          {t('doctors.find')}
        </Button>
      </form>
    </search>
  )
}

/** The doorway of the logo, and in it the number of the error. */
function Doorway() {
  return (
    <div aria-hidden="true" className="self-end border-b border-brass px-8">
      <div className="mx-auto grid aspect-4/5 w-full max-w-40 rounded-t-full bg-night p-2 pb-0 lg:max-w-92 lg:p-4 lg:pb-0 dark:border dark:border-b-0 dark:border-line">
        <div className="grid size-full place-items-center rounded-t-full border border-b-0 border-brass/70">
          <span className="font-display text-4xl font-semibold lg:text-8xl tracking-tight text-on-night">404</span>
        </div>
      </div>
    </div>
  )
}
