import { Award, Globe, GraduationCap, Handshake, LifeBuoy, type LucideIcon, Users } from 'lucide-react'
import smallAvif from '../assets/hero-about-800.avif'
import smallWebp from '../assets/hero-about-800.webp'
import largeAvif from '../assets/hero-about-1600.avif'
import largeWebp from '../assets/hero-about-1600.webp'
import cornerSmallAvif from '../assets/interior-minimalist-800.avif'
import cornerSmallWebp from '../assets/interior-minimalist-800.webp'
import cornerLargeAvif from '../assets/interior-minimalist-1600.avif'
import cornerLargeWebp from '../assets/interior-minimalist-1600.webp'
import { HERO_ACTIONS, Hero } from '../components/hero.tsx'
import { Picture, type PictureSources } from '../components/picture.tsx'
import { SectionHeading } from '../components/section-heading.tsx'
import { ButtonLink } from '../components/ui/button.tsx'
import { ContactCall } from '../features/services/contact-call.tsx'
import { classes } from '../lib/classes.ts'
import { type TextKey, useI18n } from '../lib/i18n.tsx'
import { Link } from '../lib/link.tsx'
import { SERVICE_LINKS } from '../lib/paths.ts'

export const firstPicture: PictureSources = { avif: [smallAvif, largeAvif], webp: [smallWebp, largeWebp] }
const corner: PictureSources = { avif: [cornerSmallAvif, cornerLargeAvif], webp: [cornerSmallWebp, cornerLargeWebp] }

/** The same two columns in every section, so that the page has one line to follow. */
const COLUMNS = 'grid gap-x-16 gap-y-8 lg:grid-cols-[5fr_7fr]'

export default function About() {
  const { t } = useI18n()
  return (
    <>
      <Hero eyebrow={t('about.eyebrow')} title={t('about.title')} lead={t('about.lead')} picture={firstPicture} alt={t('about.heroAlt')}>
        <div className={HERO_ACTIONS}>
          <ButtonLink to="/contact" look="on-night-primary">
            {t('about.contact')}
          </ButtonLink>
          <ButtonLink to="/#services" look="on-night">
            {t('about.services')}
          </ButtonLink>
        </div>
      </Hero>
      <Story />
      <Quote />
      <Values />
      <Aims />
      <ContactCall title={t('about.callTitle')} text={t('about.callText')} action={t('about.callAction')} />
    </>
  )
}

function Story() {
  const { t } = useI18n()
  return (
    <section aria-labelledby="story-title" className="page py-12 sm:py-16 lg:py-24">
      <div className={classes(COLUMNS, 'lg:grid-rows-[auto_1fr]')}>
        <h2 id="story-title" className="font-display text-3xl font-semibold">
          {t('about.storyTitle')}
        </h2>
        <div className="grid max-w-[58ch] content-start gap-4 sm:gap-5 sm:text-lg lg:row-span-2">
          <p className="text-lg leading-relaxed sm:text-xl">{t('about.storyNeed')}</p>
          <p className="text-muted">{t('about.storyFields')}</p>
          <p className="text-muted">{t('about.storyWay')}</p>
        </div>
        <nav aria-label={t('about.fields')}>
          <ul className="border-s border-brass ps-5">
            {SERVICE_LINKS.map(({ to, label, state }) => (
              <li key={label}>
                <Link
                  to={to}
                  state={state}
                  className="inline-flex min-h-11 items-center underline-offset-4 hover:text-action hover:underline"
                >
                  {t(label)}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </section>
  )
}

function Quote() {
  const { t } = useI18n()
  return (
    <figure className="on-night relative overflow-hidden bg-night text-on-night">
      {/* The doorway of the logo, around the sentence. */}
      <span aria-hidden="true" className="absolute inset-x-5 top-10 -bottom-px mx-auto max-w-3xl rounded-t-full border border-brass/60" />
      <div className="page relative grid justify-items-center gap-6 pt-36 pb-16 text-center sm:pt-44 sm:pb-20 lg:pt-48">
        <blockquote className="max-w-[13em] font-display text-3xl leading-snug font-semibold text-balance sm:text-5xl sm:leading-tight">
          {t('about.quote')}
        </blockquote>
        <figcaption className="text-on-night-muted">{t('about.quoteSource')}</figcaption>
      </div>
    </figure>
  )
}

const VALUES: { icon: LucideIcon; title: TextKey; text: TextKey }[] = [
  { icon: Award, title: 'about.quality', text: 'about.qualityText' },
  { icon: Handshake, title: 'about.reliability', text: 'about.reliabilityText' },
  { icon: GraduationCap, title: 'about.expertise', text: 'about.expertiseText' },
  { icon: Users, title: 'about.customer', text: 'about.customerText' },
  { icon: Globe, title: 'about.global', text: 'about.globalText' },
  { icon: LifeBuoy, title: 'about.support', text: 'about.supportText' },
]

function Values() {
  const { t } = useI18n()
  return (
    <section aria-labelledby="values-title" className="page py-12 sm:py-16 lg:py-24">
      <div className={COLUMNS}>
        <div className="lg:sticky lg:top-28 lg:self-start">
          <SectionHeading id="values-title" title={t('about.valuesTitle')} lead={t('about.valuesLead')} />
        </div>
        <ul className="divide-y divide-line border-y border-line">
          {VALUES.map(({ icon: Icon, title, text }) => (
            <li key={title} className="py-5 sm:py-6">
              <article className="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-x-4 sm:gap-x-6">
                <span aria-hidden="true" className="arch grid w-11 place-items-center border border-brass bg-tint sm:w-12">
                  <Icon strokeWidth={1.5} className="mt-1 size-5 text-brass sm:size-6" />
                </span>
                <div className="grid gap-1.5">
                  <h3 className="font-display text-xl font-semibold">{t(title)}</h3>
                  <p className="max-w-[60ch] text-muted">{t(text)}</p>
                </div>
              </article>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

const AIMS: { id: string; title: TextKey; text: TextKey }[] = [
  { id: 'mission', title: 'about.missionTitle', text: 'about.mission' },
  { id: 'vision', title: 'about.visionTitle', text: 'about.vision' },
]

function Aims() {
  const { t } = useI18n()
  return (
    <div className="border-t border-line bg-surface">
      <div className={classes('page items-center py-12 sm:py-16 lg:py-24', COLUMNS)}>
        <Picture
          sources={corner}
          alt={t('about.aimsAlt')}
          width={1600}
          height={1067}
          sizes="(min-width: 64rem) 24rem, 100vw"
          className="arch w-full max-w-72 object-cover object-[64%_50%] sm:max-w-96 max-lg:mx-auto"
        />
        <div className="grid gap-8 lg:gap-12">
          {AIMS.map(({ id, title, text }) => (
            <section key={id} aria-labelledby={`${id}-title`} className="grid content-start gap-3 border-s border-brass ps-5 sm:ps-8">
              <h2 id={`${id}-title`} className="font-display text-2xl font-semibold sm:text-3xl">
                {t(title)}
              </h2>
              <p className="max-w-[52ch] text-muted sm:text-lg">{t(text)}</p>
            </section>
          ))}
        </div>
      </div>
    </div>
  )
}
