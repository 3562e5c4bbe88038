// The page after the call: how it ended, and the next steps.
import { CalendarPlus, Check, NotebookText, RotateCcw } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button, ButtonLink } from '../../../components/ui/button.tsx'
import { classes } from '../../../lib/classes.ts'
import { useI18n } from '../../../lib/i18n.tsx'
import { namesOf } from '../call-texts.ts'
import type { CallDetails } from '../queries.ts'

interface CallEndingProps {
  title: string
  /** Announced, and shown above the title. */
  news?: string | undefined
  text?: string | undefined
  /** The other person, with the mark that the call is over. Without it the mark stands alone. */
  portrait?: ReactNode
  /** Whether this takes the focus, because the element that had it is gone. */
  takesFocus?: boolean
  /** Whether the column is wide. */
  isLarge?: boolean
}

export function CallEnding({ title, news, text, portrait, takesFocus = false, isLarge = false }: CallEndingProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (takesFocus) heading.current?.focus()
  }, [takesFocus])
  return (
    // On a phone the text has the whole width below the title.
    <div className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-5 gap-y-4 sm:gap-y-1">
      {portrait ? (
        <span className={classes('relative grid', text && 'sm:row-span-2')}>
          {portrait}
          <span className="absolute -end-2.5 -bottom-2 grid size-8 place-items-center rounded-full border-2 border-surface bg-good text-surface">
            <Check aria-hidden="true" className="size-4" />
          </span>
        </span>
      ) : (
        <span
          className={classes(
            'arch grid w-16 shrink-0 place-items-center border border-brass bg-good-tint text-good sm:w-20',
            text && 'sm:row-span-2',
          )}
        >
          <Check aria-hidden="true" strokeWidth={1.5} className="size-8" />
        </span>
      )}
      <div className={classes('grid min-w-0 gap-1', text && 'sm:self-end')}>
        {news && <News>{news}</News>}
        <h2
          ref={heading}
          tabIndex={takesFocus ? -1 : undefined}
          className={classes('font-display text-2xl font-semibold outline-none', isLarge && 'lg:text-3xl')}
        >
          {title}
        </h2>
      </div>
      {text && <p className="max-w-[60ch] text-muted max-sm:col-span-2 sm:self-start">{text}</p>}
    </div>
  )
}

/** Screen readers announce what changes in it, and not what it has from the beginning. */
function News({ children }: { children: string }) {
  const [isShown, setIsShown] = useState(false)
  useEffect(() => {
    const frame = requestAnimationFrame(() => setIsShown(true))
    return () => cancelAnimationFrame(frame)
  }, [])
  return <output className="block min-h-5 text-sm leading-5 font-medium text-good">{isShown && children}</output>
}

/** On a phone only the first step has a large button. */
const STEP_BUTTON = 'max-sm:min-h-11! max-sm:px-4! max-sm:py-1.5! max-sm:text-sm'

interface StepProps {
  icon: typeof Check
  title: string
  text?: string
  /** The link or button of the step. */
  children: ReactNode
}

/** One of the next steps. */
function Step({ icon: Icon, title, text, children }: StepProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 py-4 first:pt-0 last:pb-0">
      <Icon aria-hidden="true" strokeWidth={1.5} className="size-6 shrink-0 self-start text-brass sm:mt-0.5" />
      <div className="min-w-0 flex-1 basis-48">
        <h3 className="font-medium">{title}</h3>
        {text && <p className="text-sm text-muted">{text}</p>}
      </div>
      <div className="max-sm:ps-10 sm:shrink-0">{children}</div>
    </li>
  )
}

/** Links to booking for the same patient. */
const bookAgainPath = ({ doctor_id, user_id }: CallDetails, userId: string) =>
  `/appointments?doctor=${doctor_id}&tab=new${user_id === userId ? '' : `&for=${user_id}`}`

interface PatientStepsProps {
  details: CallDetails
  userId: string
  /** A link or a button that leads to the appointments. */
  back: ReactNode
  /** Re-enters the call. Undefined if that is not possible. */
  onRejoin?: (() => void) | undefined
}

/** The patient's next steps: the place of the note, and the next appointment. */
export function PatientSteps({ details, userId, back, onRejoin }: PatientStepsProps) {
  const { t } = useI18n()
  const { other } = namesOf(details, t)
  return (
    <ul className="divide-y divide-line">
      <Step icon={NotebookText} title={t('call.noteTitle')} text={t('call.noteText')}>
        {back}
      </Step>
      <Step icon={CalendarPlus} title={t('call.againTitle')} text={other.full}>
        <ButtonLink to={bookAgainPath(details, userId)} look="secondary" className={STEP_BUTTON}>
          {t('call.bookAgain')}
        </ButtonLink>
      </Step>
      {onRejoin && (
        <Step icon={RotateCcw} title={t('call.rejoinTitle')} text={t('call.youLeftText')}>
          <Button look="secondary" className={STEP_BUTTON} onClick={onRejoin}>
            {t('call.start')}
          </Button>
        </Step>
      )}
    </ul>
  )
}
