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
  /** Whether this takes the focus, because the element that had it is gone. */
  takesFocus?: boolean
  /** Whether the column is wide. */
  isLarge?: boolean
}

export function CallEnding({ title, news, text, takesFocus = false, isLarge = false }: CallEndingProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (takesFocus) heading.current?.focus()
  }, [takesFocus])
  return (
    <div className="flex items-start gap-5 sm:items-center">
      <span className="arch grid w-16 shrink-0 place-items-center border border-brass bg-good-tint text-good sm:w-20">
        <Check aria-hidden="true" strokeWidth={1.5} className="size-8" />
      </span>
      <div className="grid min-w-0 gap-1">
        {news && <News>{news}</News>}
        <h2
          ref={heading}
          tabIndex={takesFocus ? -1 : undefined}
          className={classes('font-display text-2xl font-semibold outline-none', isLarge && 'lg:text-3xl')}
        >
          {title}
        </h2>
        {text && <p className="max-w-[60ch] text-muted">{text}</p>}
      </div>
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
        <ButtonLink to={bookAgainPath(details, userId)} look="secondary">
          {t('call.bookAgain')}
        </ButtonLink>
      </Step>
      {onRejoin && (
        <Step icon={RotateCcw} title={t('call.rejoinTitle')} text={t('call.youLeftText')}>
          <Button look="secondary" onClick={onRejoin}>
            {t('call.start')}
          </Button>
        </Step>
      )}
    </ul>
  )
}
