import { Award, Compass, Globe, GraduationCap, Handshake, LifeBuoy, type LucideIcon, Telescope, Users } from 'lucide-react'
import { Link } from 'react-router'
import smallAvif from '../assets/hero-about-800.avif'
import smallWebp from '../assets/hero-about-800.webp'
import largeAvif from '../assets/hero-about-1600.avif'
import largeWebp from '../assets/hero-about-1600.webp'
import { Hero } from '../components/hero.tsx'
import { IconCard } from '../components/icon-card.tsx'
import type { PictureSources } from '../components/picture.tsx'
import { SectionHeading } from '../components/section-heading.tsx'
import { ButtonLink } from '../components/ui/button.tsx'
import { type TextKey, useI18n } from '../lib/i18n.tsx'
import { SERVICE_LINKS } from '../lib/paths.ts'

export const firstPicture: PictureSources = { avif: [smallAvif, largeAvif], webp: [smallWebp, largeWebp] }

export default function About() {
  const { t } = useI18n()
  return (
    <>
      <Hero eyebrow={t('about.eyebrow')} title={t('about.title')} lead={t('about.lead')} picture={firstPicture} alt={t('about.heroAlt')}>
        <div className="flex flex-wrap gap-3">
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
    </>
  )
}

function Story() {
  const { t } = useI18n()
  return (
    <section aria-labelledby="story-title" className="page py-12 sm:py-16 lg:py-24">
      <div className="grid gap-x-16 gap-y-8 lg:grid-cols-[1fr_1.6fr] lg:grid-rows-[auto_1fr]">
        <h2 id="story-title" className="font-display text-3xl font-semibold">
          {t('about.storyTitle')}
        </h2>
        <div className="grid max-w-[68ch] content-start gap-5 text-lg lg:row-span-2">
          <p>{t('about.storyNeed')}</p>
          <p>{t('about.storyFields')}</p>
          <p>{t('about.storyWay')}</p>
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
    <figure className="on-night bg-night text-on-night">
      <div className="page grid justify-items-center gap-6 py-12 text-center sm:py-16 lg:py-24">
        <span aria-hidden="true" className="h-px w-16 bg-brass" />
        <blockquote className="max-w-[32ch] font-display text-2xl leading-snug font-semibold text-balance sm:text-4xl sm:leading-snug">
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
    <section aria-labelledby="values-title" className="page space-y-6 sm:space-y-10 py-12 sm:py-16 lg:py-24">
      <SectionHeading id="values-title" title={t('about.valuesTitle')} lead={t('about.valuesLead')} />
      <ul className="grid gap-3 sm:grid-cols-2 sm:gap-5 lg:grid-cols-3">
        {VALUES.map(({ icon, title, text }) => (
          <li key={title}>
            <IconCard icon={icon} title={t(title)}>
              <p className="text-muted">{t(text)}</p>
            </IconCard>
          </li>
        ))}
      </ul>
    </section>
  )
}

const AIMS: { id: string; icon: LucideIcon; title: TextKey; text: TextKey }[] = [
  { id: 'mission', icon: Compass, title: 'about.missionTitle', text: 'about.mission' },
  { id: 'vision', icon: Telescope, title: 'about.visionTitle', text: 'about.vision' },
]

function Aims() {
  const { t } = useI18n()
  return (
    <div className="border-t border-line bg-surface">
      <div className="page grid gap-12 py-12 sm:py-16 md:grid-cols-2 lg:gap-16 lg:py-24">
        {AIMS.map(({ id, icon: Icon, title, text }) => (
          <section key={id} aria-labelledby={`${id}-title`} className="grid content-start gap-4">
            <Icon aria-hidden="true" strokeWidth={1.5} className="size-8 text-brass" />
            <h2 id={`${id}-title`} className="font-display text-2xl font-semibold">
              {t(title)}
            </h2>
            <p className="max-w-[55ch] text-lg text-muted">{t(text)}</p>
          </section>
        ))}
      </div>
    </div>
  )
}
