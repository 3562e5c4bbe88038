import { ArrowRight } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { TwoShores } from '../../components/two-shores.tsx'
import { Button, ButtonLink } from '../../components/ui/button.tsx'
import { SearchField } from '../../components/ui/search-field.tsx'
import { classes } from '../../lib/classes.ts'
import { type TextKey, useI18n } from '../../lib/i18n.tsx'
import { useIsHydrated } from '../../lib/load/use-is-hydrated.ts'
import { Link } from '../../lib/router/link.tsx'
import { useNavigate } from '../../lib/router/router.tsx'

/** The pages that most visitors look for, besides doctors. */
const LINKS: { to: string; label: TextKey }[] = [
  { to: '/appointments', label: 'nav.book' },
  { to: '/faq', label: 'nav.faq' },
  { to: '/contact', label: 'nav.contact' },
]

export default function NotFound() {
  const { t } = useI18n()
  return (
    <div className="page grid gap-x-16 py-8 sm:py-16 lg:grid-cols-[7fr_5fr] lg:pb-0">
      <div className="grid content-start gap-4 sm:gap-5 lg:pb-20">
        <div className="flex items-end gap-5">
          <Doorway className="aspect-4/5 w-22 border-b border-brass lg:hidden" number="text-2xl" />
          <div className="grid min-w-0 gap-2 sm:gap-4">
            <p className="eyebrow text-muted">{t('notFound.title')}</p>
            <h1 className="page-title max-sm:text-[min(2rem,max(32px,11vw))] lg:text-[3.75rem] lg:leading-[1.1] lg:tracking-[-0.015em]">
              {t('notFound.heading')}
            </h1>
          </div>
        </div>
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
      {/* As high as the text beside it. */}
      <div className="grid border-b border-brass px-8 max-lg:hidden">
        <Doorway className="mx-auto w-full max-w-92 p-4" number="text-8xl" hasView />
      </div>
    </div>
  )
}

/** Leads to the list of doctors with the search. Both need scripts. */
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

/** The doorway of the logo with the number of the error in it. On small screens it stands beside the title. */
function Doorway({ className, number, hasView = false }: { className: string; number: string; hasView?: boolean }) {
  return (
    <div
      aria-hidden="true"
      className={classes('grid shrink-0 rounded-t-full bg-night p-1.5 pb-0! dark:border dark:border-b-0 dark:border-line', className)}
    >
      <div
        className={classes(
          'relative grid size-full place-items-center rounded-t-full border border-b-0 border-brass/70',
          hasView && 'overflow-clip',
        )}
      >
        <span className={classes('font-display font-semibold tracking-tight text-on-night', number)}>404</span>
        {hasView && <TwoShores className="absolute -bottom-1 start-0 w-full stroke-4! text-brass" />}
      </div>
    </div>
  )
}
