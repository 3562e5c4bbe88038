import { ButtonLink } from '../../components/ui/button.tsx'
import { useI18n } from '../../lib/i18n.tsx'
import { type DoorStep, DoorSteps } from './door-steps.tsx'

const STEPS: DoorStep[] = [
  { title: 'healthcare.stepFind', text: 'healthcare.stepFindText', door: 1 },
  { title: 'healthcare.stepTime', text: 'healthcare.stepTimeText', door: 2 },
  { title: 'healthcare.stepConfirm', text: 'healthcare.stepConfirmText', door: 3 },
  { title: 'healthcare.stepCall', text: 'healthcare.stepCallText', door: 4 },
]

/** The steps from choosing a time to the call. */
export function ConsultationSteps() {
  const { t } = useI18n()
  return (
    <section aria-labelledby="steps-title" className="on-night bg-night text-on-night">
      <div className="page grid gap-8 py-10 sm:gap-10 sm:py-14 lg:py-16">
        <div className="flex items-end justify-between gap-10">
          <h2 id="steps-title" className="font-display text-3xl font-semibold text-balance sm:text-4xl">
            {t('healthcare.stepsTitle')}
          </h2>
          <ButtonLink to="/appointments" look="on-night-primary" className="shrink-0 max-lg:hidden">
            {t('healthcare.book')}
          </ButtonLink>
        </div>
        <DoorSteps steps={STEPS} size="small" className="sm:grid-cols-2 sm:gap-y-8 lg:grid-cols-4" />
      </div>
    </section>
  )
}
