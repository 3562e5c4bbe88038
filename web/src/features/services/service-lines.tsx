// The five lines of business: two with their own pages as panels, and the others as text beside them, or below on small screens.
import { ArrowRight } from 'lucide-react'
import { classes } from '../../lib/classes.ts'
import { type TextKey, useI18n } from '../../lib/i18n.tsx'
import { Link } from '../../lib/router/link.tsx'
import { markedIn } from '../../lib/router/paths.ts'
import { useLocation } from '../../lib/router/router.tsx'
import { ServiceArt, type ServiceArtName } from './service-art.tsx'

interface Line {
  id: `service-${ServiceArtName}`
  title: TextKey
  text: TextKey
}

const PANELS: (Line & { to: string; look: string; more: string })[] = [
  {
    id: 'service-healthcare',
    title: 'home.healthcareTitle',
    text: 'home.healthcareText',
    to: '/healthcare',
    look: 'on-night border-night bg-night text-on-night dark:border-line',
    more: 'text-on-night',
  },
  {
    id: 'service-interior-design',
    title: 'home.interiorDesignTitle',
    text: 'home.interiorDesignText',
    to: '/interior-design',
    look: 'border-line bg-surface',
    more: 'text-action',
  },
]

const ROWS: Line[] = [
  { id: 'service-import-export', title: 'home.importExportTitle', text: 'home.importExportText' },
  { id: 'service-real-estate', title: 'home.realEstateTitle', text: 'home.realEstateText' },
  { id: 'service-legal', title: 'home.legalTitle', text: 'home.legalText' },
]

/** The head of the section has the columns of its content. */
const COLUMNS = 'lg:grid-cols-[1fr_1fr_1.2fr]'
const LAST_COLUMN = 'lg:col-start-3 lg:ms-6'

const artOf = (id: Line['id']) => id.replace('service-', '') as ServiceArtName

export function ServiceLines() {
  const { t } = useI18n()
  const { key, state } = useLocation()
  const marked = markedIn(state)
  const item = (id: string, className: string) => ({
    // The key changes with every navigation, so that the highlight is animated again.
    key: id === marked ? key : id,
    id,
    'aria-current': id === marked ? ('true' as const) : undefined,
    className: classes('relative scroll-mb-6', id === marked && 'marked', className),
  })
  return (
    <section id="services" aria-labelledby="services-title" className="page py-12 sm:py-16 lg:py-24">
      <div className={classes('mb-8 grid items-baseline gap-x-5 gap-y-3', COLUMNS)}>
        <h2 id="services-title" className="font-display text-3xl font-semibold lg:col-span-2 lg:text-5xl">
          {t('home.servicesTitle')}
        </h2>
        <p className={classes('max-w-[52ch] text-muted sm:text-lg', LAST_COLUMN)}>{t('home.servicesLead')}</p>
      </div>
      <ul className={classes('grid gap-4 sm:gap-5 md:grid-cols-2', COLUMNS)}>
        {PANELS.map(({ id, title, text, to, look, more }) => {
          const { key: itemKey, ...rest } = item(id, classes('group grid overflow-clip rounded-box border lg:row-span-3', look))
          return (
            <li key={itemKey} {...rest}>
              {/* The doorway stands on the floor of the panel. */}
              <article className="grid grid-rows-[1fr_auto] gap-6 px-6 pt-6 sm:px-8 sm:pt-8">
                <div className="grid content-start gap-3">
                  <h3 className="font-display text-3xl font-semibold">
                    <Link to={to} className="after:absolute after:inset-0">
                      {t(title)}
                    </Link>
                  </h3>
                  <p className="max-w-[44ch] opacity-80">{t(text)}</p>
                  <span aria-hidden="true" className={classes('mt-1 inline-flex items-center gap-2 font-medium', more)}>
                    {t('home.serviceMore')}
                    <ArrowRight className="mirrored size-4 transition-[translate] duration-200 ease-calm group-hover:translate-x-1 rtl:group-hover:-translate-x-1" />
                  </span>
                </div>
                <ServiceArt name={artOf(id)} className="mx-auto w-40 stroke-[3] sm:w-64 sm:stroke-2" />
              </article>
            </li>
          )
        })}
        {ROWS.map(({ id, title, text }, place) => {
          const { key: itemKey, ...rest } = item(
            id,
            classes('md:col-span-2 lg:col-span-1', LAST_COLUMN, place === 0 && 'max-lg:mt-4 md:max-lg:mt-8'),
          )
          return (
            <li key={itemKey} {...rest}>
              <article className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-5 gap-y-2 border-t border-line pt-5 lg:gap-y-1.5 lg:pt-4 md:max-lg:grid-cols-[auto_1fr_1fr_auto] md:max-lg:items-center md:max-lg:gap-x-10 lg:border-brass">
                <ServiceArt name={artOf(id)} className="row-span-3 w-18 self-start stroke-[6] md:max-lg:row-span-1" />
                <h3 className="font-display text-2xl font-semibold">{t(title)}</h3>
                <p className="max-w-[52ch] text-muted">{t(text)}</p>
                <AskLink service={artOf(id)} title={t(title)} />
              </article>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** A link to the form below, which then names the service. */
function AskLink({ service, title }: { service: string; title: string }) {
  const { t } = useI18n()
  return (
    <Link
      to={`/?service=${service}#contact`}
      className="inline-flex min-h-11 items-center gap-2 justify-self-start font-medium text-action hover:underline lg:min-h-9"
    >
      <span>
        {t('home.serviceAsk')}
        <span className="sr-only"> – {title}</span>
      </span>
      <ArrowRight aria-hidden="true" className="mirrored size-4" />
    </Link>
  )
}
