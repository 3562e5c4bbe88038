// The five lines of business: two with pages of their own as panels, the others as columns of text below them.
import { ArrowRight } from 'lucide-react'
import { classes } from '../../lib/classes.ts'
import { type TextKey, useI18n } from '../../lib/i18n.tsx'
import { Link } from '../../lib/link.tsx'
import { markedIn } from '../../lib/paths.ts'
import { useLocation } from '../../lib/router.tsx'

interface Line {
  id: string
  title: TextKey
  text: TextKey
}

const PANELS: (Line & { to: string; look: string; content: string; more: string })[] = [
  {
    id: 'service-healthcare',
    title: 'home.healthcareTitle',
    text: 'home.healthcareText',
    to: '/healthcare',
    look: 'on-night rounded-box border-night bg-night text-on-night md:col-span-7 dark:border-line',
    content: 'lg:max-w-96',
    more: 'text-on-night',
  },
  {
    id: 'service-interior-design',
    title: 'home.interiorDesignTitle',
    text: 'home.interiorDesignText',
    to: '/interior-design',
    // A doorway. Not `rounded-t-full`, which would leave nothing of the corners below.
    look: 'rounded-t-[14rem] rounded-b-box border-line bg-surface md:col-span-5',
    content: 'justify-items-center pt-24! text-center sm:pt-32!',
    more: 'text-action',
  },
]

const COLUMNS: Line[] = [
  { id: 'service-import-export', title: 'home.importExportTitle', text: 'home.importExportText' },
  { id: 'service-real-estate', title: 'home.realEstateTitle', text: 'home.realEstateText' },
  { id: 'service-legal', title: 'home.legalTitle', text: 'home.legalText' },
]

export function ServiceLines() {
  const { t } = useI18n()
  const { key, state } = useLocation()
  const marked = markedIn(state)
  const item = (id: string, className: string) => ({
    // A new key for every navigation, so that the highlight is animated again.
    key: id === marked ? key : id,
    id,
    'aria-current': id === marked ? ('true' as const) : undefined,
    className: classes('relative scroll-mb-6', id === marked && 'marked', className),
  })
  return (
    <section id="services" aria-labelledby="services-title" className="page py-12 sm:py-16 lg:py-24">
      <div className="mb-8 grid items-end gap-x-5 gap-y-3 sm:mb-12 lg:grid-cols-[7fr_5fr]">
        <h2 id="services-title" className="font-display text-3xl font-semibold lg:text-5xl">
          {t('home.servicesTitle')}
        </h2>
        <p className="max-w-[52ch] text-muted sm:text-lg">{t('home.servicesLead')}</p>
      </div>
      <ul className="grid gap-4 sm:gap-5 md:grid-cols-12">
        {PANELS.map(({ id, title, text, to, look, content, more }, place) => {
          const { key: itemKey, ...rest } = item(id, classes('grid overflow-clip border', look))
          return (
            <li key={itemKey} {...rest}>
              {place === 0 && <Doorways />}
              <article className={classes('grid content-end gap-3 p-6 sm:p-10', content)}>
                <h3 className="font-display text-3xl font-semibold sm:text-4xl">
                  <Link to={to} className="after:absolute after:inset-0">
                    {t(title)}
                  </Link>
                </h3>
                <p className="max-w-[44ch] opacity-80">{t(text)}</p>
                <span aria-hidden="true" className={classes('mt-2 inline-flex items-center gap-2 font-medium', more)}>
                  {t('home.serviceMore')}
                  <ArrowRight className="mirrored size-4" />
                </span>
              </article>
            </li>
          )
        })}
        {COLUMNS.map(({ id, title, text }) => {
          const { key: itemKey, ...rest } = item(id, 'grid max-md:mt-2 md:col-span-4 md:mt-6')
          return (
            <li key={itemKey} {...rest}>
              <article className="grid grid-rows-[auto_1fr_auto] gap-2 border-t border-brass pt-5 md:pt-6">
                <h3 className="font-display text-2xl font-semibold">{t(title)}</h3>
                <p className="max-w-[44ch] text-muted">{t(text)}</p>
                <AskLink service={id.replace('service-', '')} title={t(title)} />
              </article>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** The doorway of the logo, twice, on the floor of a panel. */
function Doorways() {
  return (
    <span
      aria-hidden="true"
      className="arch absolute end-10 -bottom-2 w-48 border border-brass/70 after:arch after:absolute after:inset-x-9 after:bottom-0 after:border after:border-brass/40 max-lg:hidden"
    />
  )
}

/** To the form below, which begins the message. */
function AskLink({ service, title }: { service: string; title: string }) {
  const { t } = useI18n()
  return (
    <Link
      to={`/?service=${service}#contact`}
      className="inline-flex min-h-11 items-center gap-2 justify-self-start font-medium text-action hover:underline"
    >
      <span>
        {t('home.serviceAsk')}
        <span className="sr-only"> – {title}</span>
      </span>
      <ArrowRight aria-hidden="true" className="mirrored size-4" />
    </Link>
  )
}
