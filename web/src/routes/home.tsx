import { ArrowRight, Mail, MapPin, Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import { company } from '../../../supabase/functions/_shared/company.ts'
import smallAvif from '../assets/hero-landing-800.avif'
import smallWebp from '../assets/hero-landing-800.webp'
import largeAvif from '../assets/hero-landing-1600.avif'
import largeWebp from '../assets/hero-landing-1600.webp'
import { EmailLink, PhoneLink } from '../components/contact-link.tsx'
import { HERO_ACTIONS, HERO_SIZES, Hero } from '../components/hero.tsx'
import { Picture, type PictureSources } from '../components/picture.tsx'
import { ButtonLink } from '../components/ui/button.tsx'
import { ContactSection } from '../features/contact/contact-section.tsx'
import { SoonestDoctors } from '../features/doctors/soonest/soonest-doctors.tsx'
import { ServiceLines } from '../features/services/service-lines.tsx'
import { type TextKey, useI18n } from '../lib/i18n.tsx'
import { Link } from '../lib/router/link.tsx'
import { useSession } from '../lib/session/session.ts'

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

function Welcome() {
  const { t } = useI18n()
  const session = useSession()
  return (
    <Hero
      eyebrow={t('home.eyebrow')}
      title={t('home.title')}
      lead={t('home.lead')}
      drawing={
        <Doorway>
          <SoonestDoctors place="doorway" otherwise={<Lounge />} />
        </Doorway>
      }
      foot={<Onward />}
    >
      <div className={HERO_ACTIONS}>
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
    </Hero>
  )
}

/**
 * The doorway of the logo, standing on the lower edge of the hero. As high as what loads into it, so that nothing below it moves. In wide
 * windows a card stands in it; elsewhere the card would hide all but its corners, so that the card itself is the doorway.
 */
function Doorway({ children }: { children: ReactNode }) {
  return (
    <div className="relative isolate mx-auto grid w-full max-w-96 lg:max-w-none lg:pt-24">
      <span
        aria-hidden="true"
        className="absolute -inset-x-2 -top-2 bottom-0 -z-1 rounded-t-full border border-b-0 border-brass/70 bg-on-night/4 lg:-inset-x-6 lg:top-4 lg:border-brass/60 2xl:-inset-x-10"
      />
      {/* The Russian title of the card needs two lines below the round top. */}
      <div className="grid min-h-137 min-[22.5rem]:min-h-121 max-lg:[&:lang(ru)]:min-h-144 max-lg:min-[22.5rem]:[&:lang(ru)]:min-h-128 lg:min-h-141.5">
        {children}
      </div>
    </div>
  )
}

const lounge: PictureSources = { avif: [smallAvif, largeAvif], webp: [smallWebp, largeWebp] }

/** Fetched only if it is shown: the doctors usually take its place. */
function Lounge() {
  const { t } = useI18n()
  return (
    <Picture
      sources={lounge}
      alt={t('home.heroAlt')}
      width={1600}
      height={900}
      sizes={HERO_SIZES}
      className="mx-auto h-full max-h-124 w-full lg:max-h-none max-w-96 rounded-t-full object-cover"
    />
  )
}

/** Where else a visitor may want to go, in one quiet line. */
function Onward() {
  const { t } = useI18n()
  const links = [
    { to: '/healthcare', label: t('home.linkHealthcare') },
    { to: '/doctors', label: t('home.linkDoctors') },
    { to: '/#contact', label: t('home.linkContact') },
  ]
  return (
    <div className="border-t border-on-night/15">
      <ul className="page grid divide-on-night/15 max-sm:divide-y sm:grid-cols-3 sm:gap-x-10">
        {links.map(({ to, label }) => (
          <li key={to}>
            <Link
              to={to}
              className="flex min-h-13 items-center justify-between gap-3 decoration-brass decoration-1 underline-offset-4 hover:underline sm:min-h-15"
            >
              {label}
              <ArrowRight aria-hidden="true" className="mirrored size-4 text-brass" />
            </Link>
          </li>
        ))}
      </ul>
    </div>
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
      <dl className="page grid two-columns gap-x-6 gap-y-6 py-8 sm:gap-y-8 sm:py-10 lg:grid-cols-4">
        {FIGURES.map(({ figure, label }) => (
          <div key={label} className="flex flex-col-reverse justify-end gap-2 border-s border-brass ps-4 sm:ps-5">
            <dt className="text-muted">{t(label)}</dt>
            <dd className="font-display text-4xl leading-none font-semibold sm:text-6xl sm:leading-none">
              <bdi dir="ltr" className="leading-none">
                {figure}
              </bdi>
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
