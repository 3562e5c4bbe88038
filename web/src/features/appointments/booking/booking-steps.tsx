import { Check } from 'lucide-react'
import { classes } from '../../../lib/classes.ts'
import { type TextKey, useI18n } from '../../../lib/i18n.tsx'

const STEPS: { title: TextKey; text: TextKey }[] = [
  { title: 'booking.stepDoctor', text: 'booking.stepDoctorText' },
  { title: 'booking.stepTime', text: 'booking.stepTimeText' },
  { title: 'appointments.complaint', text: 'booking.stepComplaintText' },
  { title: 'booking.stepAccount', text: 'booking.stepAccountText' },
]

/** Where a visitor is, and what comes after it: nobody is asked for an account before the end. */
export function BookingSteps({ done }: { done: boolean[] }) {
  const { t } = useI18n()
  const current = done.indexOf(false)
  return (
    <ol
      aria-label={t('booking.steps')}
      className="grid grid-cols-[repeat(4,auto)] justify-between gap-x-3 border-b border-line px-4 py-3 max-[22rem]:hidden sm:grid-cols-4 sm:gap-x-6 sm:px-6 sm:py-4"
    >
      {STEPS.map(({ title, text }, place) => {
        const [isDone, isCurrent] = [done[place] === true, place === current]
        return (
          <li key={title} aria-current={isCurrent ? 'step' : undefined} className="flex min-w-0 items-center gap-2 sm:gap-3">
            <span
              aria-hidden="true"
              className={classes(
                'grid size-6 shrink-0 place-items-center rounded-full border text-sm font-medium tabular-nums sm:size-8',
                isCurrent && 'border-action bg-action text-on-action',
                isDone && 'border-good bg-good-tint text-good',
                !isCurrent && !isDone && 'border-line text-muted',
              )}
            >
              {isDone ? <Check className="size-4" /> : place + 1}
            </span>
            <span className={classes('min-w-0 leading-snug', !isCurrent && 'max-sm:sr-only')}>
              <span className={classes('block max-sm:text-sm', isCurrent ? 'font-medium' : 'text-muted')}>{t(title)}</span>
              <span className="block text-sm text-muted max-lg:hidden">{t(text)}</span>
            </span>
          </li>
        )
      })}
    </ol>
  )
}
