import { Trash2 } from 'lucide-react'
import { useId } from 'react'
import { Button } from '../../../components/ui/button.tsx'
import { TimeField } from '../../../components/ui/time-field.tsx'
import { classes } from '../../../lib/classes.ts'
import { type TextKey, useI18n } from '../../../lib/i18n.tsx'
import type { Fault, Hours } from './week.ts'

/**
 * The icons of a day's actions in a wide window, where a week has dozens of them: paler until the day has the pointer or the focus. The colour is
 * that of a control's border, which is visible enough for touch.
 */
export const QUIET_AT_REST =
  'transition-colors duration-150 ease-calm lg:text-control! lg:group-hover/day:text-muted! lg:group-focus-within/day:text-muted!'

interface HoursRowProps {
  hours: Hours
  /** The number of the window, if the day has several. */
  number: number | undefined
  fault: Fault | undefined
  isDisabled: boolean
  onChange: (hours: Hours) => void
  onRemove: () => void
}

export function HoursRow({ hours, number, fault, isDisabled, onChange, onRemove }: HoursRowProps) {
  const { t } = useI18n()
  const errorId = useId()
  const named = (key: TextKey) => (number ? t('hours.numbered', { number, what: t(key) }) : t(key))
  const clockField = (name: keyof Hours) => (
    <div className="min-w-26 max-w-36 flex-1 lg:max-w-26">
      <TimeField
        label={named(name === 'start' ? 'hours.start' : 'hours.end')}
        isLabelHidden
        sharedError={fault && errorId}
        required
        disabled={isDisabled}
        value={hours[name]}
        onChange={({ target }) => onChange({ ...hours, [name]: target.value })}
      />
    </div>
  )
  return (
    <div className="max-lg:w-full">
      <div className="flex flex-wrap items-start gap-1.5 sm:gap-2 lg:gap-0.5">
        <div className="flex max-w-78 flex-1 basis-58 items-start gap-1.5 sm:gap-2 lg:basis-auto">
          {clockField('start')}
          <span aria-hidden="true" className="flex min-h-12 items-center text-muted">
            –
          </span>
          {clockField('end')}
        </div>
        {number && !isDisabled && (
          <Button look="quiet" className="px-3! max-sm:-me-1.5" aria-label={named('hours.remove')} onClick={onRemove}>
            <Trash2 aria-hidden="true" className={classes('size-4 text-muted', QUIET_AT_REST)} />
          </Button>
        )}
        {hours.end === '00:00' && <span className="flex min-h-12 items-center text-sm text-muted lg:ps-1">{t('hours.midnight')}</span>}
      </div>
      <p id={errorId} role="alert" className="max-w-[45ch] text-sm text-danger empty:hidden">
        {fault && faultText(fault, hours, t)}
      </p>
    </div>
  )
}

function faultText(fault: Fault, { start, end }: Hours, t: ReturnType<typeof useI18n>['t']) {
  if (fault.kind === 'missing') return t('hours.missing')
  if (fault.kind === 'order') return t('hours.orderWrong', { start, end })
  return t('hours.overlap', { start, end, otherStart: fault.other.start, otherEnd: fault.other.end })
}
