import { Apple, CalendarCheck, ClipboardList, Hospital, type LucideIcon, MessageCircleHeart, Plane, ShieldCheck } from 'lucide-react'
import { SectionHeading } from '../../components/section-heading.tsx'
import { type TextKey, useI18n } from '../../lib/i18n.tsx'
import { Link } from '../../lib/router/link.tsx'

/** To the contact form, which begins the message: see contact/first-words.ts. */
const askAbout = (service: string) => `/contact?service=${service}#write`

/** The last two have a section of their own below. */
const ITEMS: { icon: LucideIcon; title: TextKey; text: TextKey; to: string }[] = [
  { icon: Plane, title: 'healthcare.tourismTitle', text: 'healthcare.tourismText', to: askAbout('medical-tourism') },
  { icon: Hospital, title: 'healthcare.hospitalTitle', text: 'healthcare.hospitalText', to: askAbout('hospital') },
  { icon: CalendarCheck, title: 'healthcare.appointmentTitle', text: 'healthcare.appointmentText', to: '/appointments' },
  { icon: ClipboardList, title: 'healthcare.planTitle', text: 'healthcare.planText', to: askAbout('treatment-plan') },
  { icon: ShieldCheck, title: 'healthcare.insuranceTitle', text: 'healthcare.insuranceText', to: askAbout('insurance') },
  { icon: MessageCircleHeart, title: 'healthcare.psychologyTitle', text: 'healthcare.psychologyLine', to: '#psychology' },
  { icon: Apple, title: 'healthcare.dietTitle', text: 'healthcare.dietLine', to: '#dietitian' },
]

/** What healthcare covers, line by line. */
export function Coverage() {
  const { t } = useI18n()
  return (
    <section aria-labelledby="coverage-title" className="page grid gap-8 py-12 sm:py-16 lg:grid-cols-[1fr_2fr] lg:gap-16 lg:py-24">
      <div className="lg:sticky lg:top-28 lg:self-start">
        <SectionHeading id="coverage-title" title={t('healthcare.coverageTitle')} lead={t('healthcare.coverageLead')} />
      </div>
      <ul className="divide-y divide-line border-y border-line">
        {ITEMS.map(({ icon: Icon, title, text, to }) => (
          <li key={title} className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 py-5 sm:grid-cols-[auto_13rem_1fr] sm:gap-x-6">
            <Icon aria-hidden="true" strokeWidth={1.5} className="mt-0.5 size-6 text-brass" />
            <h3 className="leading-relaxed font-medium">
              <Link
                to={to}
                className="-my-2.5 inline-block py-2.5 underline decoration-brass decoration-1 underline-offset-4 hover:text-action"
              >
                {t(title)}
              </Link>
            </h3>
            <p className="col-start-2 text-muted sm:col-start-3">{t(text)}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
