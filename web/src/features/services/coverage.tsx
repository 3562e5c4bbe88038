import {
  Apple,
  ArrowRight,
  CalendarCheck,
  ClipboardList,
  Hospital,
  type LucideIcon,
  MessageCircleHeart,
  Plane,
  ShieldCheck,
} from 'lucide-react'
import { SectionHeading } from '../../components/section-heading.tsx'
import { classes } from '../../lib/classes.ts'
import { type TextKey, useI18n } from '../../lib/i18n.tsx'
import { Link } from '../../lib/router/link.tsx'
import { ServiceArt } from './service-art.tsx'

/** Links to the contact form, which begins the message: see contact/first-words.ts. */
const askAbout = (service: string) => `/contact?service=${service}#write`

/** The last two items have their own section below. */
const ITEMS: { icon: LucideIcon; title: TextKey; text: TextKey; to: string }[] = [
  { icon: Plane, title: 'healthcare.tourismTitle', text: 'healthcare.tourismText', to: askAbout('medical-tourism') },
  { icon: Hospital, title: 'healthcare.hospitalTitle', text: 'healthcare.hospitalText', to: askAbout('hospital') },
  { icon: CalendarCheck, title: 'healthcare.appointmentTitle', text: 'healthcare.appointmentText', to: '/appointments' },
  { icon: ClipboardList, title: 'healthcare.planTitle', text: 'healthcare.planText', to: askAbout('treatment-plan') },
  { icon: ShieldCheck, title: 'healthcare.insuranceTitle', text: 'healthcare.insuranceText', to: askAbout('insurance') },
  { icon: MessageCircleHeart, title: 'healthcare.psychologyTitle', text: 'healthcare.psychologyLine', to: '#psychology' },
  { icon: Apple, title: 'healthcare.dietTitle', text: 'healthcare.dietLine', to: '#dietitian' },
]

/** The services of healthcare, line by line. */
export function Coverage() {
  const { t } = useI18n()
  return (
    <section
      aria-labelledby="coverage-title"
      className="page grid gap-6 py-10 sm:gap-8 sm:py-16 lg:grid-cols-[20rem_minmax(0,1fr)] lg:gap-x-16 lg:py-20"
    >
      <div className="grid content-between gap-8">
        <SectionHeading id="coverage-title" title={t('healthcare.coverageTitle')} lead={t('healthcare.coverageLead')} />
        <ServiceArt name="healthcare" className="w-72 stroke-2 max-lg:hidden" />
      </div>
      <ul className="divide-y divide-line border-t border-line">
        {ITEMS.map(({ icon: Icon, title, text, to }) => (
          <li
            key={title}
            className="group relative grid grid-cols-[auto_minmax(0,1fr)_auto] gap-x-3 gap-y-1 py-3 sm:grid-cols-[auto_13rem_1fr_auto] sm:gap-x-6 sm:py-4 lg:items-center"
          >
            <Icon aria-hidden="true" strokeWidth={1.5} className="mt-0.5 size-5 text-brass sm:size-6 lg:mt-0" />
            <h3 className="leading-relaxed font-medium lg:font-display lg:text-xl lg:leading-snug lg:font-semibold">
              {/* The whole row is the link. */}
              <Link to={to} className="group-hover:text-action after:absolute after:inset-0">
                {t(title)}
              </Link>
            </h3>
            <p
              className={classes(
                'text-muted max-sm:col-span-full max-sm:text-[0.9375rem] max-sm:leading-[1.45] sm:col-start-3',
                // Their sections below say the same.
                to.startsWith('#') && 'max-sm:hidden',
              )}
            >
              {t(text)}
            </p>
            <ArrowRight aria-hidden="true" className="mirrored size-4 self-center text-brass max-sm:col-start-3 max-sm:row-start-1" />
          </li>
        ))}
      </ul>
    </section>
  )
}
