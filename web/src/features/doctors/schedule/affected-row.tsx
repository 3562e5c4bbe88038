import { Button } from '../../../components/ui/button.tsx'
import { classes } from '../../../lib/classes.ts'
import { AppError, type ErrorTexts, textOf } from '../../../lib/errors.ts'
import { useI18n } from '../../../lib/i18n.tsx'
import { formatMoment } from '../../../lib/time/dates.ts'
import type { Affected } from './affected-queries.ts'
import { CancelAffected } from './cancel-affected.tsx'
import { affectedName } from './move-affected.tsx'

const REASONS: ErrorTexts = {
  transition_not_allowed: 'appointments.changed',
  slot_not_offered: 'affected.taken',
  '23505': 'affected.taken',
  '23P01': 'affected.taken',
}

interface AffectedRowProps {
  appointment: Affected
  zone: string
  /** Whether the buttons for all appointments include this one. */
  isTicked: boolean
  onTick: (isTicked: boolean) => void
  /** The name of this appointment's error, if any. */
  failure: string | undefined
  isBusy: boolean
  isMoving: boolean
  onMove: () => void
  onCancel: () => Promise<unknown>
}

export function AffectedRow({ appointment, zone, isTicked, onTick, failure, isBusy, isMoving, onMove, onCancel }: AffectedRowProps) {
  const { t, language } = useI18n()
  const { starts_at, why, proposal } = appointment
  const name = affectedName(appointment) || t('leave.unnamedPatient')
  const when = formatMoment(starts_at, zone, language)
  const to = proposal && formatMoment(proposal.at, zone, language)
  const fault = failure && textOf(new AppError(failure), REASONS)
  const button = 'min-h-11! px-3! text-sm'
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-2 px-3 py-1 text-sm">
      <label className="flex min-h-11 min-w-0 cursor-pointer items-center gap-3">
        <input
          type="checkbox"
          className="size-5 shrink-0 accent-action"
          checked={isTicked}
          onChange={({ target }) => onTick(target.checked)}
        />
        <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-3">
          <time dateTime={starts_at} className="font-medium tabular-nums sm:min-w-38">
            {when}
          </time>{' '}
          <span className="min-w-0 wrap-anywhere sm:min-w-44">
            <bdi>{name}</bdi>
          </span>{' '}
          <span className="text-muted first-letter:uppercase">{t(why === 'leave' ? 'affected.onLeave' : 'affected.outside')}</span>{' '}
          <span className={classes('basis-full tabular-nums', !to && 'text-muted')}>
            {to ? t('affected.newTime', { to }) : t('affected.noTime')}
          </span>
        </span>
      </label>
      <div className="-me-2 flex max-sm:flex-col">
        {to && (
          <Button
            look="quiet"
            className={button}
            aria-label={t('affected.moveOf', { name, when, to })}
            busyLabel={isMoving && t('move.moving')}
            disabled={isBusy}
            onClick={onMove}
          >
            {t('affected.moveOne')}
          </Button>
        )}
        <CancelAffected
          number={1}
          trigger={
            <Button look="quiet" className={`${button} text-muted!`} aria-label={t('affected.cancelOf', { name, when })} disabled={isBusy}>
              {t('affected.cancelOne')}
            </Button>
          }
          onCancel={onCancel}
        />
      </div>
      {fault && <p className="col-span-2 ps-8 pb-2 text-danger">{t(fault.key, fault.values)}</p>}
    </li>
  )
}
