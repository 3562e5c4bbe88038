import { ArrowRight } from 'lucide-react'
import { ButtonLink } from '../../components/ui/button.tsx'
import { useI18n } from '../../lib/i18n.tsx'
import { Link } from '../../lib/router/link.tsx'
import { type DoorStep, DoorSteps } from './door-steps.tsx'

const STEPS: DoorStep[] = [
  { title: 'home.stepFind', text: 'home.stepFindText', door: 1 },
  { title: 'home.stepTime', text: 'home.stepTimeText', door: 2 },
  { title: 'home.stepConfirm', text: 'home.stepConfirmText', door: 3 },
  { title: 'home.stepCall', text: 'home.stepCallText', door: 4 },
]

/** The steps to an appointment. The door opens further with each step. */
export function StepsToDoctor() {
  const { t } = useI18n()
  return (
    <section aria-labelledby="home-steps" className="on-night bg-night text-on-night">
      <div className="page grid gap-8 py-12 sm:gap-12 sm:py-16 lg:py-24">
        <div className="grid items-center gap-x-10 gap-y-5 lg:grid-cols-[1fr_auto]">
          <h2 id="home-steps" className="font-display text-3xl font-semibold text-balance lg:text-5xl lg:leading-tight">
            {t('home.stepsTitle')}
          </h2>
          <ButtonLink to="/appointments" look="on-night-primary" className="justify-self-start max-lg:hidden">
            {t('home.book')}
          </ButtonLink>
        </div>
        <DoorSteps steps={STEPS} className="sm:grid-cols-2 sm:gap-y-12 lg:grid-cols-4" />
        <p className="text-on-night-muted sm:text-lg">
          <Link to="/#contact" className="inline-block py-2.5 hover:text-on-night">
            <span className="underline decoration-brass decoration-1 underline-offset-4">{t('home.stepsLead')}</span>
            <ArrowRight aria-hidden="true" className="mirrored ms-2 inline size-4 align-[-0.125em] text-brass" />
          </Link>
        </p>
      </div>
    </section>
  )
}
