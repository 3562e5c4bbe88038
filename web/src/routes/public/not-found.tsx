import { ArrowRight } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { TwoShores } from '../../components/two-shores.tsx'
import { Button } from '../../components/ui/button.tsx'
import { SearchField } from '../../components/ui/search-field.tsx'
import { classes } from '../../lib/classes.ts'
import { type TextKey, useI18n } from '../../lib/i18n.tsx'
import { useIsHydrated } from '../../lib/load/use-is-hydrated.ts'
import { Link } from '../../lib/router/link.tsx'
import { useNavigate } from '../../lib/router/router.tsx'

/** The pages that most visitors look for, besides doctors, and the way home. */
const LINKS: { to: string; label: TextKey }[] = [
  { to: '/appointments', label: 'nav.book' },
  { to: '/faq', label: 'nav.faq' },
  { to: '/contact', label: 'nav.contact' },
  { to: '/', label: 'notFound.home' },
]

export default function NotFound() {
  const { t } = useI18n()
  return (
    <div className="overflow-x-clip">
      <div className="page grid gap-x-16 pb-8 sm:pb-16 lg:grid-cols-[7fr_5fr] lg:pb-0">
        <div className="grid content-start gap-3 sm:gap-5 lg:py-16 lg:pb-20">
          <div className="grid gap-1.5 max-lg:justify-items-center max-lg:text-center sm:gap-4">
            <p className="eyebrow text-muted max-lg:before:hidden">{t('notFound.title')}</p>
            <h1 className="page-title max-sm:text-[min(clamp(1.75rem,9vw,2.125rem),max(36px,11vw))] lg:text-[3.75rem] lg:leading-[1.1] lg:tracking-[-0.015em]">
              {t('notFound.heading')}
            </h1>
          </div>
          <p className="max-w-[55ch] text-muted max-lg:mx-auto max-lg:text-center max-lg:text-balance sm:text-lg">{t('notFound.text')}</p>
          <DoctorSearch />
          <ul className="w-full max-w-xl divide-y divide-line border-y border-line max-lg:mx-auto lg:max-w-lg">
            {LINKS.map(({ to, label }) => (
              <li key={to}>
                <Link to={to} className="flex min-h-11 items-center justify-between gap-4 font-medium hover:text-action sm:min-h-13">
                  {t(label)}
                  <ArrowRight aria-hidden="true" className="mirrored size-4 text-brass" />
                </Link>
              </li>
            ))}
          </ul>
        </div>
        {/* In wide windows it is as high as the text beside it, and stands on the footer. On smaller screens it comes first. */}
        <div className="max-lg:order-first max-lg:mb-5 max-lg:pt-5 lg:grid lg:pt-16">
          <Doorway />
        </div>
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
    <search className="w-full max-w-xl max-lg:mx-auto lg:mt-2 lg:max-w-lg">
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

/** As wide as a small window, and at a fixed width beside the text of a wide one. */
const SHORES = 'start-1/2 -ms-[50vw] w-screen lg:-ms-70 lg:w-140'

/**
 * The doorway of the logo with the number of the error in it, which stands in front of the two shores. Behind the door they go on, in the
 * light.
 */
function Doorway() {
  return (
    <div aria-hidden="true" className="relative grid justify-items-center">
      <span className="absolute start-1/2 bottom-0 -ms-[100vw] w-[200vw] border-b border-brass" />
      <span className={classes('absolute bottom-0 overflow-clip lg:max-xl:hidden', SHORES)}>
        <TwoShores className="-mb-1 w-full text-brass/50 lg:-mb-1.5 lg:stroke-3!" />
      </span>
      <div className="relative grid aspect-20/21 w-[62%] max-w-80 rounded-t-full border-b border-brass bg-night p-2 pb-0! lg:aspect-auto lg:w-full lg:max-w-92 lg:p-4 dark:shadow-[0_0_0_1px_var(--line)]">
        <div className="relative grid size-full place-items-center rounded-t-full border border-b-0 border-brass/70">
          <span className="absolute inset-0 overflow-clip rounded-t-full">
            <TwoShores className={classes('absolute -bottom-1 text-brass lg:-bottom-1.5 lg:stroke-3!', SHORES)} />
          </span>
          <span className="relative font-display text-[min(3.75rem,17vw)] leading-none font-semibold tracking-tight text-on-night lg:text-8xl">
            404
          </span>
        </div>
      </div>
    </div>
  )
}
