import { ArrowRight } from 'lucide-react'
import { type TextKey, useI18n } from '../../lib/i18n.tsx'
import { Link } from '../../lib/router/link.tsx'
import { OpeningDoorway } from './opening-doorway.tsx'

const STEPS: { title: TextKey; text: TextKey }[] = [
  { title: 'home.stepFind', text: 'home.stepFindText' },
  { title: 'home.stepTime', text: 'home.stepTimeText' },
  { title: 'home.stepConfirm', text: 'home.stepConfirmText' },
  { title: 'home.stepCall', text: 'home.stepCallText' },
]

/** How an appointment comes about. From step to step the door opens further. */
export function StepsToDoctor() {
  const { t } = useI18n()
  return (
    <section aria-labelledby="home-steps" className="on-night bg-night text-on-night">
      <div className="page grid gap-8 py-12 sm:gap-12 sm:py-16 lg:py-24">
        <div className="grid items-end gap-x-5 gap-y-2 lg:grid-cols-[7fr_5fr]">
          <h2 id="home-steps" className="font-display text-3xl font-semibold text-balance lg:text-5xl lg:leading-tight">
            {t('home.stepsTitle')}
          </h2>
          <p className="text-on-night-muted sm:text-lg lg:justify-self-end">
            <Link to="/#contact" className="group inline-flex min-h-11 items-center gap-2 hover:text-on-night">
              <span className="underline decoration-brass decoration-1 underline-offset-4">{t('home.stepsLead')}</span>
              <ArrowRight aria-hidden="true" className="mirrored size-4 shrink-0 text-brass" />
            </Link>
          </p>
        </div>
        <ol className="grid gap-y-7 sm:grid-cols-2 sm:gap-y-12 lg:grid-cols-4">
          {STEPS.map(({ title, text }, place) => (
            <li key={title} className="grid content-start max-sm:grid-cols-[4.25rem_minmax(0,1fr)] max-sm:gap-x-5">
              {/* The doorways of a row stand on one floor. */}
              <div className="self-start border-b border-brass/70 *:block">
                <OpeningDoorway step={place + 1} className="mirrored w-full sm:w-26" />
              </div>
              <div className="grid content-start gap-1.5 max-sm:-mt-1 sm:pe-8 sm:pt-6 lg:pe-5">
                <h3 className="flex gap-2.5 font-display text-xl leading-snug font-semibold sm:text-2xl">
                  <span aria-hidden="true" className="text-brass">
                    {place + 1}
                  </span>
                  {t(title)}
                </h3>
                <p className="max-w-[38ch] text-on-night-muted">{t(text)}</p>
              </div>
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}
