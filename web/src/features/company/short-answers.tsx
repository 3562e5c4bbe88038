import { ArrowRight, CalendarPlus, CalendarX, CreditCard, type LucideIcon, ShieldCheck } from 'lucide-react'
import { SectionHeading } from '../../components/section-heading.tsx'
import { type TextKey, useI18n } from '../../lib/i18n.tsx'
import { Link } from '../../lib/router/link.tsx'

// Uses the wording of the questions page, so that readers recognize the question there.
const ANSWERS: { id: string; icon: LucideIcon; question: TextKey; answer: TextKey }[] = [
  { id: 'booking', icon: CalendarPlus, question: 'answers.booking', answer: 'answers.bookingShort' },
  { id: 'cancel', icon: CalendarX, question: 'answers.cancel', answer: 'answers.cancelShort' },
  { id: 'payment', icon: CreditCard, question: 'answers.payment', answer: 'answers.paymentShort' },
  { id: 'data', icon: ShieldCheck, question: 'answers.data', answer: 'answers.dataShort' },
]

export function ShortAnswers() {
  const { t } = useI18n()
  return (
    <section aria-labelledby="answers-title" className="page space-y-5 py-10 sm:space-y-10 sm:py-16 lg:py-24">
      <SectionHeading id="answers-title" title={t('answers.title')} />
      <ul className="divide-y divide-line border-y border-line">
        {ANSWERS.map(({ id, icon: Icon, question, answer }) => (
          <li key={question}>
            <article className="group relative grid min-h-14 grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 py-2.5 sm:py-5 lg:grid-cols-[auto_21rem_minmax(0,1fr)_auto] lg:gap-x-6">
              <Icon aria-hidden="true" strokeWidth={1.5} className="size-6 text-brass sm:size-7" />
              <h3 className="font-display text-lg font-semibold group-hover:text-action sm:text-xl">
                <Link to={`/faq#${id}`} className="after:absolute after:inset-0">
                  {t(question)}
                </Link>
              </h3>
              {/* On a phone the questions fit on one screen; the answers are one press away. */}
              <p className="text-muted max-sm:hidden max-lg:col-start-2 max-lg:row-start-2">{t(answer)}</p>
              <ArrowRight aria-hidden="true" className="mirrored size-4 text-brass max-lg:col-start-3 max-lg:row-start-1" />
            </article>
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
