import { ArrowRight, Building2, HeartPulse, type LucideIcon, Mail, MapPin, Phone, Scale, Ship, Sofa } from 'lucide-react'
import { Link } from 'react-router'
import { company } from '../../../supabase/functions/_shared/company.ts'
import smallAvif from '../assets/hero-landing-800.avif'
import smallWebp from '../assets/hero-landing-800.webp'
import largeAvif from '../assets/hero-landing-1600.avif'
import largeWebp from '../assets/hero-landing-1600.webp'
import { Picture } from '../components/picture.tsx'
import { HERO_SIZES } from '../components/picture-sizes.ts'
import { ButtonLink } from '../components/ui/button.tsx'
import { ContactForm } from '../features/contact/contact-form.tsx'
import { type TextKey, useI18n } from '../lib/i18n.tsx'
import { useSession } from '../lib/session.ts'

export default function Home() {
  return (
    <>
      <Hero />
      <Figures />
      <Services />
      <Contact />
    </>
  )
}

const HERO = { avif: [smallAvif, largeAvif] as [string, string], webp: [smallWebp, largeWebp] as [string, string] }

function Hero() {
  const { t } = useI18n()
  const session = useSession()
  const links = [
    { to: '/healthcare', label: t('home.linkHealthcare') },
    { to: '/doctors', label: t('home.linkDoctors') },
    { to: '/#contact', label: t('home.linkContact') },
  ]
  return (
    <section className="on-night bg-night text-on-night">
      <div className="page grid items-center gap-10 py-12 sm:py-16 lg:grid-cols-[1.05fr_1fr] lg:py-24">
        <div className="grid gap-6">
          <p className="eyebrow text-on-night-muted">{t('home.eyebrow')}</p>
          <h1 className="font-display text-[clamp(2.25rem,11vw,2.75rem)] leading-[1.15] font-semibold sm:text-5xl sm:leading-[1.15]">
            {t('home.title')}
          </h1>
          <p className="max-w-[55ch] text-lg text-on-night-muted">{t('home.lead')}</p>
          <div className="flex flex-wrap gap-3">
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
          <ul className="flex flex-wrap gap-x-6">
            {links.map(({ to, label }) => (
              <li key={to}>
                <Link to={to} className="group inline-flex min-h-11 items-center gap-2 text-on-night-muted hover:text-on-night">
                  <span className="underline decoration-brass decoration-1 underline-offset-4">{label}</span>
                </Link>
              </li>
            ))}
          </ul>
        </div>
        <Picture
          isFirst
          sources={HERO}
          alt={t('home.heroAlt')}
          width={1600}
          height={900}
          sizes={HERO_SIZES}
          className="aspect-[2/1] w-full rounded-box object-cover sm:aspect-video lg:aspect-[5/4]"
        />
      </div>
    </section>
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
      <dl className="page grid grid-cols-2 gap-x-6 gap-y-8 py-10 lg:grid-cols-4">
        {FIGURES.map(({ figure, label }) => (
          <div key={label} className="flex flex-col-reverse border-s border-brass ps-4">
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
  icon: LucideIcon
  title: TextKey
  text: TextKey
  to?: string
}

const SERVICES: Service[] = [
  { icon: HeartPulse, title: 'home.healthcareTitle', text: 'home.healthcareText', to: '/healthcare' },
  { icon: Sofa, title: 'home.interiorDesignTitle', text: 'home.interiorDesignText', to: '/interior-design' },
  { icon: Ship, title: 'home.importExportTitle', text: 'home.importExportText' },
  { icon: Building2, title: 'home.realEstateTitle', text: 'home.realEstateText' },
  { icon: Scale, title: 'home.legalTitle', text: 'home.legalText' },
]

function Services() {
  const { t } = useI18n()
  return (
    <section id="services" aria-labelledby="services-title" className="page py-16 lg:py-24">
      <div className="mb-10 grid gap-3">
        <h2 id="services-title" className="font-display text-3xl font-semibold">
          {t('home.servicesTitle')}
        </h2>
        <p className="max-w-[65ch] text-lg text-muted">{t('home.servicesLead')}</p>
      </div>
      <ul className="grid gap-5 md:grid-cols-6">
        {SERVICES.map((service) => (
          <li key={service.title} className={service.to ? 'md:col-span-3' : 'md:col-span-2'}>
            <ServiceCard {...service} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function ServiceCard({ icon: Icon, title, text, to }: Service) {
  const { t } = useI18n()
  return (
    <article
      className={`relative grid h-full content-start gap-3 rounded-box border border-line bg-surface p-6 ${to ? 'transition-shadow duration-200 ease-calm hover:shadow-lift sm:p-8' : ''}`}
    >
      <Icon aria-hidden="true" strokeWidth={1.5} className="size-8 text-brass" />
      <h3 className="font-display text-xl font-semibold">
        {to ? (
          <Link to={to} className="after:absolute after:inset-0">
            {t(title)}
          </Link>
        ) : (
          t(title)
        )}
      </h3>
      <p className="text-muted">{t(text)}</p>
      {to && (
        <span aria-hidden="true" className="mt-2 inline-flex items-center gap-2 font-medium text-action">
          {t('home.serviceMore')}
          <ArrowRight className="mirrored size-4" />
        </span>
      )}
    </article>
  )
}

function Contact() {
  const { t } = useI18n()
  const ways = [
    { icon: MapPin, text: company.address },
    { icon: Phone, text: company.phones.azerbaijan, href: `tel:${company.phones.azerbaijan.replaceAll(/[^\d+]/g, '')}` },
    { icon: Mail, text: company.infoEmail, href: `mailto:${company.infoEmail}` },
  ]
  return (
    <section id="contact" aria-labelledby="contact-title" className="border-t border-line bg-surface">
      <div className="page grid gap-10 py-16 lg:grid-cols-[1fr_1.4fr] lg:gap-16 lg:py-24">
        <div className="grid content-start gap-5">
          <h2 id="contact-title" className="font-display text-3xl font-semibold">
            {t('contact.title')}
          </h2>
          <p className="text-lg text-muted">{t('contact.lead')}</p>
          <ul className="grid">
            {ways.map(({ icon: Icon, text, href }) => (
              <li key={text} className="flex min-h-11 items-center gap-3">
                <Icon aria-hidden="true" className="size-5 shrink-0 text-brass" />
                {href ? (
                  <a href={href} className="inline-flex min-h-11 items-center underline-offset-4 hover:underline">
                    <bdi dir="ltr">{text}</bdi>
                  </a>
                ) : (
                  <bdi>{text}</bdi>
                )}
              </li>
            ))}
          </ul>
          <p className="text-muted">{t('contact.hours')}</p>
        </div>
        <div>
          <noscript>
            <p className="mb-4">{t('contact.noScript', { email: company.infoEmail })}</p>
          </noscript>
          <ContactForm />
        </div>
      </div>
    </section>
  )
}
