// The appointments outside the schedule, with actions for each and for all that are ticked. The others stay as they are.

import { useEffect, useRef, useState } from 'react'
import { MAX_REASON_LENGTH } from '../../../../../supabase/functions/_shared/rules.ts'
import { toast } from '../../../components/toaster.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { ErrorBanner } from '../../../components/ui/error-banner.tsx'
import { TextAreaField } from '../../../components/ui/field.tsx'
import { textOf } from '../../../lib/errors.ts'
import { useI18n } from '../../../lib/i18n.tsx'
import { useTypedText } from '../../../lib/use-typed.ts'
import { type Affected, type BulkResult, cancelAll, MAX_MOVED, useBulk } from './affected-queries.ts'
import { AffectedRow } from './affected-row.tsx'
import { CancelAffected } from './cancel-affected.tsx'
import { MoveAffected } from './move-affected.tsx'
import { useAffectedMoves } from './use-affected-moves.ts'

/** More rows than these are shown on request. */
const MAX_ROWS = 6

export function AffectedList({ appointments, doctor }: { appointments: Affected[]; doctor: { id: string; timezone: string } }) {
  const { t } = useI18n()
  const [message, setMessage, forgetMessage] = useTypedText(`affected:${doctor.id}`)
  /** The appointments that are not ticked and stay as they are. */
  const [kept, setKept] = useState<string[]>([])
  const [failed, setFailed] = useState(new Map<string, string>())
  const [isWhole, setIsWhole] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  const hasActed = useRef(false)
  useEffect(() => {
    // The row with the pressed button may be gone.
    if (appointments.length > 0 && hasActed.current && document.activeElement === document.body) list.current?.focus()
  }, [appointments.length])
  const report = (results: BulkResult[]) => {
    const wrong = results.flatMap(({ id, error }) => (error ? [[id, error] as const] : []))
    setFailed(new Map(wrong))
    hasActed.current = true
    // The message is kept until every appointment is done, because the others need it too.
    if (results.length - wrong.length === appointments.length) forgetMessage()
    return { done: results.length - wrong.length, failed: wrong.length }
  }
  const moving = useAffectedMoves(report)
  const cancelling = useBulk(cancelAll, (results) => toast.info(t('affected.cancelled', report(results))))
  const ticked = appointments.filter(({ id }) => !kept.includes(id))
  const toMove = ticked.slice(0, MAX_MOVED)
  const isAll = ticked.length === appointments.length
  const isBusy = moving.isPending || cancelling.isPending
  const error = moving.error ?? cancelling.error
  const problem = error && textOf(error)
  const isMoving = (id: string) => moving.isPending && moving.variables.moves.some((move) => move.id === id)
  const move = (chosen: Affected[]) =>
    moving.mutateAsync({ moves: chosen.flatMap(({ id, proposal }) => (proposal ? [{ id, ...proposal }] : [])), message })
  const cancel = (chosen: Affected[]) => cancelling.mutateAsync({ ids: chosen.map(({ id }) => id), message })
  return (
    <div className="grid gap-4 p-4 sm:p-5">
      <p className="max-w-[80ch] text-sm text-muted">{t('affected.text')}</p>
      <ul ref={list} tabIndex={-1} className="divide-y divide-line rounded-box border border-line outline-none">
        {(isWhole ? appointments : appointments.slice(0, MAX_ROWS)).map((appointment) => (
          <AffectedRow
            key={appointment.id}
            appointment={appointment}
            zone={doctor.timezone}
            isTicked={!kept.includes(appointment.id)}
            onTick={(isTicked) => setKept(isTicked ? kept.filter((id) => id !== appointment.id) : [...kept, appointment.id])}
            failure={failed.get(appointment.id)}
            isBusy={isBusy}
            isMoving={isMoving(appointment.id)}
            onMove={() => void move([appointment]).catch(() => {})}
            onCancel={() => cancel([appointment])}
          />
        ))}
      </ul>
      {!isWhole && appointments.length > MAX_ROWS && (
        <Button
          look="text"
          onClick={() => {
            setIsWhole(true)
            list.current?.focus({ preventScroll: true })
          }}
        >
          {t('affected.showAll', { number: appointments.length })}
        </Button>
      )}
      <div className="grid items-end gap-4 lg:grid-cols-[minmax(0,1fr)_auto]">
        <TextAreaField
          label={t('affected.message')}
          note={t('leave.optional')}
          rows={1}
          className="block min-h-12!"
          dir="auto"
          maxLength={MAX_REASON_LENGTH}
          value={message}
          onChange={({ target }) => setMessage(target.value)}
        />
        <div className="flex flex-wrap-reverse justify-end gap-3 max-sm:*:grow">
          <CancelAffected
            number={ticked.length}
            trigger={
              <Button look="secondary" disabled={isBusy || ticked.length === 0}>
                {isAll ? t('affected.cancel') : t('affected.cancelTicked', { number: ticked.length })}
              </Button>
            }
            onCancel={() => cancel(ticked)}
          />
          <MoveAffected
            appointments={toMove}
            zone={doctor.timezone}
            trigger={
              <Button disabled={isBusy || ticked.length === 0}>
                {isAll ? t('affected.move') : t('affected.moveTicked', { number: ticked.length })}
              </Button>
            }
            onMove={() => move(toMove)}
          />
        </div>
      </div>
      {problem && <ErrorBanner>{t(problem.key, problem.values)}</ErrorBanner>}
    </div>
  )
}
