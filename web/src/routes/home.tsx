import { ArrowRight, Building2, HeartPulse, type LucideIcon, Mail, MapPin, Phone, Scale, Ship, Sofa } from 'lucide-react'
import { company } from '../../../supabase/functions/_shared/company.ts'
import smallAvif from '../assets/hero-landing-800.avif'
import smallWebp from '../assets/hero-landing-800.webp'
import largeAvif from '../assets/hero-landing-1600.avif'
import largeWebp from '../assets/hero-landing-1600.webp'
import { EmailLink, PhoneLink } from '../components/contact-link.tsx'
import { HERO_ACTIONS, Hero } from '../components/hero.tsx'
import { IconCard } from '../components/icon-card.tsx'
import type { PictureSources } from '../components/picture.tsx'
import { SectionHeading } from '../components/section-heading.tsx'
import { ButtonLink } from '../components/ui/button.tsx'
import { ContactSection } from '../features/contact/contact-section.tsx'
import { SoonestDoctors } from '../features/doctors/soonest/soonest-doctors.tsx'
import { type TextKey, useI18n } from '../lib/i18n.tsx'
import { Link } from '../lib/link.tsx'
import { markedIn } from '../lib/paths.ts'
import { useLocation } from '../lib/router.tsx'
import { useSession } from '../lib/session.ts'

export default function Home() {
  return (
    <>
      <Welcome />
      <Figures />
      <Services />
      <Contact />
    </>
  )
}

export const firstPicture: PictureSources = { avif: [smallAvif, largeAvif], webp: [smallWebp, largeWebp] }

function Welcome() {
  const { t } = useI18n()
  const session = useSession()
  const links = [
    { to: '/healthcare', label: t('home.linkHealthcare') },
    { to: '/doctors', label: t('home.linkDoctors') },
    { to: '/#contact', label: t('home.linkContact') },
  ]
  return (
    <Hero
      eyebrow={t('home.eyebrow')}
      title={t('home.title')}
      lead={t('home.lead')}
      picture={firstPicture}
      alt={t('home.heroAlt')}
      overlay={<SoonestDoctors place="picture" />}
    >
      <div className={`${HERO_ACTIONS} max-sm:mt-1`}>
        <ButtonLink to="/appointments" look="on-night-primary">
          {t('home.book')}
        </ButtonLink>
        {session.status === 'in' ? (
          <ButtonLink to="/profile" look="on-night">
            {t('home.profile')}
          </ButtonLink>
        ) : (
          <ButtonLink to="/auth" look="on-night">
            {t('home.signIn')}
          </ButtonLink>
        )}
      </div>
      <ul className="flex flex-wrap gap-x-4 max-sm:-my-1 max-sm:text-sm sm:gap-x-6">
        {links.map(({ to, label }) => (
          <li key={to}>
            <Link to={to} className="group inline-flex min-h-11 items-center gap-2 text-on-night-muted hover:text-on-night">
              <span className="underline decoration-brass decoration-1 underline-offset-4">{label}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Hero>
  )
}

const FIGURES: { figure: string; label: TextKey }[] = [
  { figure: '5', label: 'home.figureServices' },
  { figure: '24/7', label: 'home.figureSupport' },
  { figure: '2', label: 'home.figureCountries' },
  { figure: '∞', label: 'home.figureSolutions' },
]

function Figures() {
  const { t } = useI18n()
  return (
    <section aria-label={t('home.figures')} className="border-b border-line">
      <dl className="page grid grid-cols-2 gap-x-6 gap-y-5 py-8 sm:gap-y-8 sm:py-10 lg:grid-cols-4">
        {FIGURES.map(({ figure, label }) => (
          <div key={label} className="flex flex-col-reverse justify-end border-s border-brass ps-4">
            <dt className="text-muted">{t(label)}</dt>
            <dd className="font-display text-4xl font-semibold">
              <bdi dir="ltr">{figure}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

interface Service {
  id: string
  icon: LucideIcon
  title: TextKey
  text: TextKey
  to?: string
}

const SERVICES: Service[] = [
  { id: 'service-healthcare', icon: HeartPulse, title: 'home.healthcareTitle', text: 'home.healthcareText', to: '/healthcare' },
  { id: 'service-interior-design', icon: Sofa, title: 'home.interiorDesignTitle', text: 'home.interiorDesignText', to: '/interior-design' },
  { id: 'service-import-export', icon: Ship, title: 'home.importExportTitle', text: 'home.importExportText' },
  { id: 'service-real-estate', icon: Building2, title: 'home.realEstateTitle', text: 'home.realEstateText' },
  { id: 'service-legal', icon: Scale, title: 'home.legalTitle', text: 'home.legalText' },
]

function Services() {
  const { t } = useI18n()
  const { key, state } = useLocation()
  const marked = markedIn(state)
  return (
    <section id="services" aria-labelledby="services-title" className="page space-y-6 sm:space-y-10 py-12 sm:py-16 lg:py-24">
      <SectionHeading id="services-title" title={t('home.servicesTitle')} lead={t('home.servicesLead')} />
      <ul className="grid gap-3 sm:gap-5 md:grid-cols-6">
        {SERVICES.map(({ id, icon, title, text, to }) => (
          <li
            // A new key for every navigation, so that the highlight is animated again.
            key={id === marked ? key : id}
            id={id}
            aria-current={id === marked ? 'true' : undefined}
            className={`scroll-mb-6 rounded-box sm:*:grid-rows-[auto_auto_1fr] ${to ? 'md:col-span-3' : 'md:col-span-2'} ${id === marked ? 'marked' : ''}`}
          >
            <IconCard icon={icon} title={t(title)} to={to} more={t('home.serviceMore')}>
              <p className="text-muted">{t(text)}</p>
              {!to && <AskLink service={id.replace('service-', '')} title={t(title)} />}
            </IconCard>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** To the form below, which begins the message. */
function AskLink({ service, title }: { service: string; title: string }) {
  const { t } = useI18n()
  return (
    <Link
      to={`/?service=${service}#contact`}
      className="-mb-2 inline-flex min-h-11 items-center gap-2 justify-self-start font-medium text-action hover:underline"
    >
      <span>
        {t('home.serviceAsk')}
        <span className="sr-only"> – {title}</span>
      </span>
      <ArrowRight aria-hidden="true" className="mirrored size-4" />
    </Link>
  )
}

function Contact() {
  const { t } = useI18n()
  const ways = [
    { id: 'address', icon: MapPin, way: <bdi>{t('company.address')}</bdi> },
    { id: 'phone', icon: Phone, way: <PhoneLink phone={company.phones.azerbaijan} /> },
    { id: 'email', icon: Mail, way: <EmailLink email={company.infoEmail} /> },
  ]
  return (
    <ContactSection id="contact">
      <ul className="grid">
        {ways.map(({ id, icon: Icon, way }) => (
          <li key={id} className="flex min-h-11 items-center gap-3">
            <Icon aria-hidden="true" className="size-5 shrink-0 text-brass" />
            {way}
          </li>
        ))}
      </ul>
      <p className="text-muted">{t('contact.officeHours', { hours: t('contact.hours') })}</p>
    </ContactSection>
  )
}
