import { classes } from '../../lib/classes.ts'
import { type TextKey, useI18n } from '../../lib/i18n.tsx'
import { OpeningDoorway } from './opening-doorway.tsx'

export interface DoorStep {
  title: TextKey
  text: TextKey
  /** The position of the door: see OpeningDoorway. */
  door: number
}

/** Numbered steps on a dark band. The door opens further with each step, and the doorways of a row stand on one floor. */
export function DoorSteps({ steps, className }: { steps: DoorStep[]; className: string }) {
  const { t } = useI18n()
  return (
    <ol className={classes('grid gap-y-7', className)}>
      {steps.map(({ title, text, door }, place) => (
        <li key={title} className="grid content-start max-sm:grid-cols-[4.25rem_minmax(0,1fr)] max-sm:gap-x-5">
          <div className="self-start border-b border-brass/70 *:block">
            <OpeningDoorway step={door} className="mirrored w-full sm:w-26" />
          </div>
          <div className="grid content-start gap-1.5 max-sm:-mt-1 sm:pe-8 sm:pt-6 lg:pe-5">
            <h3 className="flex gap-2.5 font-display text-xl leading-snug font-semibold lg:text-2xl">
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
  )
}
