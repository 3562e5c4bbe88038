// The five lines of business: two with pages of their own as panels, the others as text beside them, or below on small screens.
import { ArrowRight } from 'lucide-react'
import clinicSmallAvif from '../../assets/hero-healthcare-800.avif'
import clinicSmallWebp from '../../assets/hero-healthcare-800.webp'
import clinicLargeAvif from '../../assets/hero-healthcare-1600.avif'
import clinicLargeWebp from '../../assets/hero-healthcare-1600.webp'
import cornerSmallAvif from '../../assets/interior-minimalist-800.avif'
import cornerSmallWebp from '../../assets/interior-minimalist-800.webp'
import cornerLargeAvif from '../../assets/interior-minimalist-1600.avif'
import cornerLargeWebp from '../../assets/interior-minimalist-1600.webp'
import { Picture, type PictureSources } from '../../components/picture.tsx'
import { classes } from '../../lib/classes.ts'
import { type TextKey, useI18n } from '../../lib/i18n.tsx'
import { Link } from '../../lib/router/link.tsx'
import { markedIn } from '../../lib/router/paths.ts'
import { useLocation } from '../../lib/router/router.tsx'

interface Line {
  id: string
  title: TextKey
  text: TextKey
}

const healthcare: PictureSources = { avif: [clinicSmallAvif, clinicLargeAvif], webp: [clinicSmallWebp, clinicLargeWebp] }
const interior: PictureSources = { avif: [cornerSmallAvif, cornerLargeAvif], webp: [cornerSmallWebp, cornerLargeWebp] }

const PANELS: (Line & { to: string; look: string; picture: PictureSources; alt: TextKey; crop: string; more: string })[] = [
  {
    id: 'service-healthcare',
    title: 'home.healthcareTitle',
    text: 'home.healthcareText',
    to: '/healthcare',
    look: 'on-night border-night bg-night text-on-night dark:border-line',
    picture: healthcare,
    alt: 'home.healthcareAlt',
    crop: 'object-[22%_50%]',
    more: 'text-on-night',
  },
  {
    id: 'service-interior-design',
    title: 'home.interiorDesignTitle',
    text: 'home.interiorDesignText',
    to: '/interior-design',
    look: 'border-line bg-surface',
    picture: interior,
    alt: 'home.interiorDesignAlt',
    crop: 'object-[62%_60%]',
    more: 'text-action',
  },
]

const ROWS: Line[] = [
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
      <ul className="grid gap-4 sm:gap-5 md:grid-cols-2 lg:grid-cols-[1fr_1fr_1.2fr]">
        {PANELS.map(({ id, title, text, to, look, picture, alt, crop, more }) => {
          const { key: itemKey, ...rest } = item(id, classes('group grid overflow-clip rounded-box border lg:row-span-3', look))
          return (
            <li key={itemKey} {...rest}>
              {/* The text first, also for those who do not see the picture; the doorway stands on the floor of the panel. */}
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
                <Picture
                  sources={picture}
                  alt={t(alt)}
                  width={1600}
                  height={900}
                  sizes="18rem"
                  className={classes('mx-auto aspect-8/5 w-full max-w-72 rounded-t-full object-cover sm:aspect-5/4 lg:aspect-square', crop)}
                />
              </article>
            </li>
          )
        })}
        {ROWS.map(({ id, title, text }, place) => {
          const { key: itemKey, ...rest } = item(
            id,
            classes('md:col-span-2 lg:col-span-1 lg:col-start-3 lg:ms-6', place === 0 && 'max-lg:mt-4 md:max-lg:mt-8'),
          )
          return (
            <li key={itemKey} {...rest}>
              <article className="grid gap-x-10 gap-y-2 border-t border-line pt-5 lg:gap-y-1.5 lg:pt-4 md:max-lg:grid-cols-[1fr_1fr_auto] md:max-lg:items-baseline lg:border-brass">
                <h3 className="font-display text-2xl font-semibold">{t(title)}</h3>
                <p className="max-w-[52ch] text-muted">{t(text)}</p>
                <AskLink service={id.replace('service-', '')} title={t(title)} />
              </article>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** To the form below, which then names the service. */
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
