import { type TextKey, useI18n } from '../../lib/i18n.tsx'

const STEPS: { title: TextKey; text: TextKey }[] = [
  { title: 'healthcare.stepTime', text: 'healthcare.stepTimeText' },
  { title: 'healthcare.stepConfirm', text: 'healthcare.stepConfirmText' },
  { title: 'healthcare.stepCall', text: 'healthcare.stepCallText' },
]

/** From the choice of a time to the call. */
export function ConsultationSteps() {
  const { t } = useI18n()
  return (
    <section aria-labelledby="steps-title" className="border-b border-line">
      <div className="page grid gap-8 py-12 sm:gap-12 sm:py-16 lg:py-20">
        <h2 id="steps-title" className="font-display text-3xl font-semibold sm:text-4xl">
          {t('healthcare.stepsTitle')}
        </h2>
        <ol className="grid gap-x-10 gap-y-6 md:grid-cols-3 lg:gap-x-16">
          {STEPS.map(({ title, text }, place) => (
            <li
              key={title}
              className="grid content-start gap-x-5 gap-y-2 max-md:grid-cols-[2.5rem_minmax(0,1fr)] md:border-t md:border-brass md:pt-6"
            >
              <span
                aria-hidden="true"
                className="font-display text-5xl leading-none font-semibold text-brass max-md:row-span-2 md:mb-2 md:text-6xl"
              >
                {place + 1}
              </span>
              <h3 className="font-display text-xl font-semibold sm:text-2xl">{t(title)}</h3>
              <p className="max-w-[40ch] text-muted max-md:col-start-2">{t(text)}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}
