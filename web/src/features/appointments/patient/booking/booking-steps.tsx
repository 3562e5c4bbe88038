import { Check } from 'lucide-react'
import { classes } from '../../../../lib/classes.ts'
import { type TextKey, useI18n } from '../../../../lib/i18n.tsx'

const STEPS: { title: TextKey; text: TextKey }[] = [
  { title: 'booking.stepDoctor', text: 'booking.stepDoctorText' },
  { title: 'booking.stepTime', text: 'booking.stepTimeText' },
  { title: 'appointments.complaint', text: 'booking.stepComplaintText' },
  { title: 'booking.stepAccount', text: 'booking.stepAccountText' },
]

/** Shows a visitor the current and the next steps. The account is the last one. */
export function BookingSteps({ done }: { done: boolean[] }) {
  const { t } = useI18n()
  const current = done.indexOf(false)
  const now = STEPS[current]
  return (
    <div className="grid gap-2 border-b border-line px-4 py-3 sm:px-6 sm:py-4">
      {/* A phone names only the current step, above one bar for each step. */}
      <p aria-hidden="true" className="flex items-baseline justify-between gap-3 text-sm leading-5 sm:hidden">
        <span className="font-medium">{now && t(now.title)}</span>
        <bdi dir="ltr" className="text-muted tabular-nums">
          {current + 1}/{STEPS.length}
        </bdi>
      </p>
      <ol aria-label={t('booking.steps')} className="grid grid-cols-4 gap-x-1.5 sm:gap-x-6">
        {STEPS.map(({ title, text }, place) => {
          const [isDone, isCurrent] = [done[place] === true, place === current]
          return (
            <li key={title} aria-current={isCurrent ? 'step' : undefined} className="flex min-w-0 items-center gap-3">
              <span
                aria-hidden="true"
                className={classes(
                  'h-1 grow rounded-full sm:grid sm:size-8 sm:grow-0 sm:place-items-center sm:border sm:text-sm sm:font-medium sm:tabular-nums',
                  isCurrent && 'border-action bg-action text-on-action',
                  isDone && 'border-good bg-good sm:bg-good-tint sm:text-good',
                  !isCurrent && !isDone && 'border-line bg-line text-muted sm:bg-transparent',
                )}
              >
                <span className="max-sm:hidden">{isDone ? <Check className="size-4" /> : place + 1}</span>
              </span>
              <span className="min-w-0 leading-snug max-sm:sr-only">
                <span className={classes('block', isCurrent ? 'font-medium' : 'text-muted')}>{t(title)}</span>
                <span className="block text-sm text-muted max-lg:hidden">{t(text)}</span>
              </span>
            </li>
          )
        })}
      </ol>
    </div>
  )
}
