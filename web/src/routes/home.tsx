import { Mail, MapPin, Phone } from 'lucide-react'
import { company } from '../../../supabase/functions/_shared/company.ts'
import smallAvif from '../assets/hero-landing-800.avif'
import smallWebp from '../assets/hero-landing-800.webp'
import largeAvif from '../assets/hero-landing-1600.avif'
import largeWebp from '../assets/hero-landing-1600.webp'
import { EmailLink, PhoneLink } from '../components/contact-link.tsx'
import { HERO_ACTIONS, Hero } from '../components/hero.tsx'
import type { PictureSources } from '../components/picture.tsx'
import { ButtonLink } from '../components/ui/button.tsx'
import { ContactSection } from '../features/contact/contact-section.tsx'
import { SoonestDoctors } from '../features/doctors/soonest/soonest-doctors.tsx'
import { ServiceLines } from '../features/services/service-lines.tsx'
import { type TextKey, useI18n } from '../lib/i18n.tsx'
import { Link } from '../lib/link.tsx'
import { useSession } from '../lib/session.ts'

export default function Home() {
  return (
    <>
      <Welcome />
      <Figures />
      <ServiceLines />
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
