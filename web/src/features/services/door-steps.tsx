import { classes } from '../../lib/classes.ts'
import { type TextKey, useI18n } from '../../lib/i18n.tsx'
import { OpeningDoorway } from './opening-doorway.tsx'

export interface DoorStep {
  title: TextKey
  text: TextKey
  /** The position of the door: see OpeningDoorway. */
  door: number
}

interface DoorStepsProps {
  steps: DoorStep[]
  /** Small doors leave the page to what stands around them. */
  size?: 'large' | 'small'
  className: string
}

const SIZES = {
  large: {
    list: 'gap-y-7',
    step: 'max-sm:grid-cols-[4.25rem_minmax(0,1fr)]',
    door: 'sm:w-26',
    title: 'text-xl lg:text-2xl',
    text: 'sm:pt-6',
  },
  small: {
    list: 'gap-y-5',
    step: 'max-sm:grid-cols-[--spacing(11)_minmax(0,1fr)]',
    door: 'sm:w-16',
    title: 'text-xl',
    text: 'max-sm:gap-0.5 sm:pt-4',
  },
}

/** Numbered steps on a dark band. The door opens further with each step, and the doorways of a row stand on one floor. */
export function DoorSteps({ steps, size = 'large', className }: DoorStepsProps) {
  const { t } = useI18n()
  const look = SIZES[size]
  return (
    <ol className={classes('grid', look.list, className)}>
      {steps.map(({ title, text, door }, place) => (
        <li key={title} className={classes('grid content-start max-sm:gap-x-5', look.step)}>
          <div className="self-start border-b border-brass/70 *:block">
            <OpeningDoorway step={door} className={classes('mirrored w-full', look.door)} />
          </div>
          <div className={classes('grid content-start gap-1.5 max-sm:-mt-1 sm:pe-8 lg:pe-5', look.text)}>
            <h3 className={classes('flex gap-2.5 font-display leading-snug font-semibold', look.title)}>
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
