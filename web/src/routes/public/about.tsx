import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { company } from '../../../../supabase/functions/_shared/company.ts'
import fiveDoors from '../../assets/line-art/five-doors.svg?no-inline'
import { ArchPattern } from '../../components/arch-pattern.tsx'
import { PhoneLink } from '../../components/contact-link.tsx'
import { HERO_ACTIONS, Hero } from '../../components/hero.tsx'
import { LineArt } from '../../components/line-art.tsx'
import { TwoShores } from '../../components/two-shores.tsx'
import { ButtonLink } from '../../components/ui/button.tsx'
import { usePermit } from '../../features/company/permit.ts'
import { PeopleSection } from '../../features/doctors/soonest/people-section.tsx'
import { ContactCall } from '../../features/services/contact-call.tsx'
import { classes } from '../../lib/classes.ts'
import { type TextKey, useI18n } from '../../lib/i18n.tsx'
import { Link } from '../../lib/router/link.tsx'
import { SERVICE_LINKS } from '../../lib/router/paths.ts'

/** Every section has the same two columns, so that the page has one vertical line. */
const COLUMNS = 'grid gap-x-16 gap-y-8 lg:grid-cols-[5fr_7fr]'

export default function About() {
  const { t } = useI18n()
  return (
    <>
      <Hero
        eyebrow={t('about.eyebrow')}
        title={t('about.title')}
        lead={t('about.lead')}
        drawing={
          // The doorway of the logo. Below its round top there is space for whole lines.
          <div className="mx-auto w-full max-w-96 self-end rounded-t-full border border-b-0 border-brass px-7 pt-22 pb-3 sm:px-10 sm:pt-28 lg:me-0 lg:mt-12 lg:max-w-104 lg:pt-32 lg:pb-6">
            <Fields />
          </div>
        }
      >
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
      <People />
      <Values />
      <Aims />
      <Places />
      <ContactCall title={t('about.callTitle')} text={t('about.callText')} action={t('about.callAction')} />
    </>
  )
}

/** The five fields, like a directory board in the entrance of a building. */
function Fields() {
  const { t } = useI18n()
  return (
    <nav aria-label={t('nav.fields')}>
      <ul className="divide-y divide-on-night/15">
        {SERVICE_LINKS.map(({ to, label, state }) => (
          <li key={label}>
            <Link
              to={to}
              state={state}
              className="flex min-h-12 items-center justify-between gap-4 font-display text-xl decoration-brass decoration-1 underline-offset-8 hover:underline sm:min-h-15 sm:text-2xl"
            >
              {t(label)}
              <ArrowRight aria-hidden="true" className="mirrored size-4 shrink-0 text-brass sm:size-5" />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Story() {
  const { t } = useI18n()
  return (
    <section aria-labelledby="story-title" className={classes('page pt-12 sm:pt-16 lg:grid-rows-[auto_1fr] lg:pt-24', COLUMNS)}>
      <h2 id="story-title" className="font-display text-3xl font-semibold sm:text-4xl lg:text-5xl">
        {t('about.storyTitle')}
      </h2>
      <div className="grid content-start gap-6 sm:gap-10 lg:row-span-2 lg:pb-24">
        <p className="text-lg leading-relaxed sm:text-[1.375rem] sm:leading-relaxed">{t('about.storyNeed')}</p>
        <div className="grid max-w-[62ch] gap-4 text-muted sm:text-lg">
          <p>{t('about.storyFields')}</p>
          <p>{t('about.storyWay')}</p>
        </div>
      </div>
      {/* Five doors under one arch. The drawing stands on the band below it. */}
      <LineArt
        file={fiveDoors}
        width={280}
        height={340}
        className="lit mx-auto w-48 self-end overflow-hidden rounded-t-full bg-[#f4e6d2] stroke-[2.5] text-ink sm:w-60 lg:mx-0 lg:w-80 lg:stroke-2"
      />
    </section>
  )
}

function Quote() {
  const { t } = useI18n()
  return (
    <figure className="on-night relative overflow-hidden bg-night text-on-night">
      {/* The doorway of the logo around the sentence. */}
      <span aria-hidden="true" className="absolute inset-x-5 top-10 -bottom-px mx-auto max-w-5xl rounded-t-full border border-brass/60" />
      <ArchPattern seed="about" />
      <div className="page relative grid justify-items-center gap-8 pt-32 pb-16 text-center sm:pt-40 sm:pb-20 lg:pt-44">
        <blockquote className="max-w-[13em] wrap-anywhere font-display text-[min(clamp(2rem,8.5vw,4.25rem),max(32px,11vw))] leading-tight font-semibold text-balance [&:lang(ar)]:leading-snug">
          {t('about.quote')}
        </blockquote>
        <figcaption className="text-on-night-muted">{t('about.quoteSource')}</figcaption>
      </div>
    </figure>
  )
}

function People() {
  const { t } = useI18n()
  return (
    <PeopleSection
      heading={
        <div className={classes('items-baseline gap-y-3!', COLUMNS)}>
          <h2 id="people-title" className="font-display text-3xl font-semibold sm:text-4xl lg:text-5xl">
            {t('about.peopleTitle')}
          </h2>
          <p className="max-w-[58ch] text-muted sm:text-lg">{t('about.peopleLead')}</p>
        </div>
      }
    />
  )
}

const VALUES: { title: TextKey; text: TextKey }[] = [
  { title: 'about.quality', text: 'about.qualityText' },
  { title: 'about.reliability', text: 'about.reliabilityText' },
  { title: 'about.expertise', text: 'about.expertiseText' },
  { title: 'about.customer', text: 'about.customerText' },
  { title: 'about.global', text: 'about.globalText' },
  { title: 'about.support', text: 'about.supportText' },
]

function Values() {
  const { t } = useI18n()
  return (
    <section aria-labelledby="values-title" className="page py-12 sm:py-16 lg:py-24">
      <div className={classes('items-baseline gap-y-3! pb-8 sm:pb-12', COLUMNS)}>
        <h2 id="values-title" className="font-display text-3xl font-semibold sm:text-4xl lg:text-5xl">
          {t('about.valuesTitle')}
        </h2>
        <p className="max-w-[58ch] text-muted sm:text-lg">{t('about.valuesLead')}</p>
      </div>
      <ol>
        {VALUES.map(({ title, text }, place) => (
          <li key={title} className="border-t border-line">
            <article className={classes('items-baseline gap-y-1.5! py-5 max-lg:ps-12 sm:py-6', COLUMNS)}>
              <div className="flex items-baseline font-display text-2xl font-semibold max-lg:-ms-12 sm:text-3xl">
                <span aria-hidden="true" className="w-12 shrink-0 text-brass lg:w-16">
                  {place + 1}
                </span>
                <h3>{t(title)}</h3>
              </div>
              <p className="max-w-[58ch] text-muted sm:text-lg">{t(text)}</p>
            </article>
          </li>
        ))}
      </ol>
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
    <div className="overflow-x-clip border-t border-line bg-surface">
      <div className="page grid gap-10 py-12 sm:gap-14 sm:py-16 lg:py-24">
        <TwoShores className="w-full text-brass max-sm:-mx-5 max-sm:w-auto" />
        <div className="grid gap-8 lg:grid-cols-2 lg:gap-16">
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

/** The two countries in large letters, each with its contact, and below them the company's legal details. */
function Places() {
  const { t } = useI18n()
  const permit = usePermit()
  const facts: { label: TextKey; fact: string }[] = [
    { label: 'about.legalName', fact: t('company.legalName') },
    ...(company.taxNumber ? [{ label: 'about.taxNumber' as const, fact: company.taxNumber }] : []),
    ...(permit ? [{ label: 'contactPage.permit' as const, fact: permit }] : []),
  ]
  return (
    <section aria-labelledby="places-title" className="border-t border-line">
      <div className="page grid gap-8 py-12 sm:gap-12 sm:py-16 lg:py-24">
        <h2 id="places-title" className="eyebrow text-muted">
          {t('about.placesTitle')}
        </h2>
        <div className="grid gap-x-10 gap-y-8 md:grid-cols-2">
          <Country name={t('about.azerbaijan')} phone={company.phones.azerbaijan}>
            <span className="block font-medium text-ink">{t('contactPage.office')}</span>
            <bdi>{t('company.address')}</bdi>
          </Country>
          <Country name={t('about.turkey')} phone={company.phones.turkey}>
            {t('about.turkeyText')}
          </Country>
        </div>
        <dl className="grid gap-x-10 gap-y-4 border-t border-line pt-6 sm:grid-cols-3 sm:pt-8">
          {facts.map(({ label, fact }) => (
            <div key={label}>
              <dt className="text-sm text-muted">{t(label)}</dt>
              <dd>
                <bdi>{fact}</bdi>
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  )
}

function Country({ name, phone, children }: { name: string; phone: string; children: ReactNode }) {
  return (
    <section className="grid content-start gap-3">
      <h3 className="font-display text-[min(clamp(2.75rem,13vw,5.25rem),max(44px,14vw))] leading-none font-semibold tracking-[-0.02em] [&:lang(ar)]:leading-snug [&:lang(ar)]:tracking-normal">
        {name}
      </h3>
      <p className="max-w-[40ch] text-muted sm:text-lg">{children}</p>
      <p>
        <PhoneLink phone={phone} className="text-action" />
      </p>
    </section>
  )
}
