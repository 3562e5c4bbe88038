import { ArrowRight, Mail, MapPin, Phone } from 'lucide-react'
import { company, phonesOfCompany } from '../../../../supabase/functions/_shared/company.ts'
import { EmailLink, PhoneLink } from '../../components/contact-link.tsx'
import { HERO_ACTIONS, Hero } from '../../components/hero.tsx'
import { lazyPart } from '../../components/lazy-part.tsx'
import { NearView } from '../../components/near-view.tsx'
import { TwoShoresDrawn } from '../../components/two-shores-drawn.tsx'
import { ButtonLink } from '../../components/ui/button.tsx'
import { PermitLine } from '../../features/company/permit-line.tsx'
import { ContactSection } from '../../features/contact/contact-section.tsx'
import { DoctorsSection } from '../../features/doctors/soonest/doctors-section.tsx'
import { FILLS_DOORWAY, SoonestDoctors } from '../../features/doctors/soonest/soonest-doctors.tsx'
import { ServiceArt } from '../../features/services/service-art.tsx'
import { ServiceLines } from '../../features/services/service-lines.tsx'
import { StepsToDoctor } from '../../features/services/steps-to-doctor.tsx'
import { companyTextIn } from '../../lib/company-texts.ts'
import { type TextKey, useI18n } from '../../lib/i18n.tsx'
import { Link } from '../../lib/router/link.tsx'
import { useSession } from '../../lib/session/session.ts'

const DoctorFigures = lazyPart(() => import('../../features/doctors/soonest/doctor-figures.tsx'))

export default function Home() {
  return (
    <>
      <Welcome />
      <Figures />
      <ServiceLines />
      <Doctors />
      <StepsToDoctor />
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
      drawing={<SoonestDoctors otherwise={<ServiceArt name="real-estate" className={FILLS_DOORWAY} />} />}
      foot={
        <>
          <Onward />
          <div className="overflow-x-clip border-t border-on-night/15 pt-5">
            <div className="page">
              <TwoShoresDrawn className="w-full text-brass/80 sm:-mb-2" />
            </div>
          </div>
        </>
      }
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

/** Other links for visitors, in one quiet line. */
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
      {/* Has the same height before the figures are loaded. */}
      <div className="page -mt-2 pb-6 sm:-mt-4 sm:pb-8">
        <div className="min-h-15 border-t border-line pt-3 min-[25rem]:min-h-11 lg:min-h-12 lg:pt-4">
          <NearView placeholder={null}>
            <DoctorFigures />
          </NearView>
        </div>
      </div>
    </section>
  )
}

function Doctors() {
  const { t } = useI18n()
  return (
    <div className="bg-surface">
      <DoctorsSection
        shownBefore={2}
        heading={
          <div className="grid items-baseline gap-x-12 gap-y-3 lg:grid-cols-3">
            <h2 id="doctors-title" className="font-display text-3xl font-semibold text-balance lg:col-span-2 lg:text-5xl lg:leading-tight">
              {t('faces.title')}
            </h2>
            <p className="max-w-[52ch] text-muted sm:text-lg">{t('faces.lead')}</p>
          </div>
        }
      >
        <PermitLine />
      </DoctorsSection>
    </div>
  )
}

function Contact() {
  const { t, language } = useI18n()
  const [phone = ''] = phonesOfCompany()
  const ways = [
    { id: 'address', icon: MapPin, way: t('company.address') && <bdi>{t('company.address')}</bdi> },
    { id: 'phone', icon: Phone, way: phone && <PhoneLink phone={phone} /> },
    { id: 'email', icon: Mail, way: company.infoEmail && <EmailLink email={company.infoEmail} /> },
  ].filter(({ way }) => way !== '')
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
      <p className="text-muted">{t('contact.officeHours', { hours: companyTextIn(language, 'hours', t('contact.hours')) })}</p>
    </ContactSection>
  )
}
