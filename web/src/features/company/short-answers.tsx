import { ArrowRight, CalendarPlus, CalendarX, CreditCard, type LucideIcon, ShieldCheck } from 'lucide-react'
import { IconCard } from '../../components/icon-card.tsx'
import { SectionHeading } from '../../components/section-heading.tsx'
import { type TextKey, useI18n } from '../../lib/i18n.tsx'
import { Link } from '../../lib/router/link.tsx'

// The same wording as on the questions page, so that readers recognize the question there.
const ANSWERS: { id: string; icon: LucideIcon; question: TextKey; answer: TextKey }[] = [
  { id: 'booking', icon: CalendarPlus, question: 'answers.booking', answer: 'answers.bookingShort' },
  { id: 'cancel', icon: CalendarX, question: 'answers.cancel', answer: 'answers.cancelShort' },
  { id: 'payment', icon: CreditCard, question: 'answers.payment', answer: 'answers.paymentShort' },
  { id: 'data', icon: ShieldCheck, question: 'answers.data', answer: 'answers.dataShort' },
]

export function ShortAnswers() {
  const { t } = useI18n()
  return (
    <section aria-labelledby="answers-title" className="page space-y-6 sm:space-y-10 py-12 sm:py-16 lg:py-24">
      <SectionHeading id="answers-title" title={t('answers.title')} />
      <ul className="grid gap-3 sm:gap-5 md:grid-cols-2">
        {ANSWERS.map(({ id, icon, question, answer }) => (
          <li key={question}>
            <IconCard icon={icon} title={t(question)} to={`/faq#${id}`}>
              {/* On a phone the questions fit on one screen; the answers are one press away. */}
              <p className="text-muted max-sm:hidden">{t(answer)}</p>
            </IconCard>
          </li>
        ))}
      </ul>
      <Link to="/faq" className="inline-flex min-h-11 items-center gap-2 font-medium text-action hover:underline">
        {t('answers.more')}
        <ArrowRight aria-hidden="true" className="mirrored size-4" />
      </Link>
    </section>
  )
}
