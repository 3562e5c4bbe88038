// Appointments that the schedule has no room for any more, and what to do with all of them at once.
import { CalendarX2 } from 'lucide-react'
import { useState } from 'react'
import { toast } from '../../../components/toaster.tsx'
import { Banner } from '../../../components/ui/banner.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { Dialog } from '../../../components/ui/dialog.tsx'
import { TextAreaField } from '../../../components/ui/field.tsx'
import { formatMoment } from '../../../lib/dates.ts'
import { AppError, type ErrorTexts, textOf } from '../../../lib/errors.ts'
import { useI18n } from '../../../lib/i18n.tsx'
import { type BulkResult, cancelAll, moveAll, useAffected, useBulk } from './affected-queries.ts'
import { MAX_REASON_LENGTH } from './leave.ts'

const HEADING = 'affected-appointments'
const REASONS: ErrorTexts = { transition_not_allowed: 'appointments.changed', slot_not_offered: 'affected.noTime' }

export function AffectedAppointments({ doctor }: { doctor: { id: string; timezone: string } }) {
  const { t, language } = useI18n()
  const { data = [] } = useAffected(doctor.id)
  const [message, setMessage] = useState('')
  const [isAsking, setIsAsking] = useState(false)
  const [failed, setFailed] = useState(new Map<string, string>())
  const report = (results: BulkResult[], text: 'affected.moved' | 'affected.cancelled') => {
    const wrong = results.flatMap(({ id, error }) => (error ? [[id, error] as const] : []))
    setFailed(new Map(wrong))
    setIsAsking(false)
    toast.info(t(text, { done: results.length - wrong.length, failed: wrong.length }))
  }
  const moving = useBulk(moveAll, (results) => report(results, 'affected.moved'))
  const cancelling = useBulk(cancelAll, (results) => report(results, 'affected.cancelled'))
  if (data.length === 0) return null
  const ids = data.map(({ id }) => id)
  const isBusy = moving.isPending || cancelling.isPending
  const error = moving.error ?? cancelling.error
  const problem = error && textOf(error)
  return (
    <section aria-labelledby={HEADING} className="grid gap-4 rounded-box bg-wait-tint p-5">
      <div className="flex items-start gap-3">
        <CalendarX2 aria-hidden="true" className="mt-1 size-5 shrink-0 text-wait" />
        <div className="grid gap-1">
          <h2 id={HEADING} className="text-lg font-semibold">
            {t('affected.title', { number: data.length })}
          </h2>
          <p className="max-w-[75ch] text-sm">{t('affected.text')}</p>
        </div>
      </div>
      <div className="grid grid-cols-1 items-start gap-x-8 gap-y-4 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <ul className="max-h-72 divide-y divide-wait/20 overflow-y-auto rounded-box bg-surface px-4">
          {data.map(({ id, starts_at, why, patient_first_name, patient_last_name }) => {
            const reason = failed.get(id)
            const text = reason && textOf(new AppError(reason), REASONS)
            return (
              <li key={id} className="flex flex-wrap items-baseline gap-x-3 py-2 text-sm">
                <time dateTime={starts_at} className="min-w-34 font-medium tabular-nums">
                  {formatMoment(starts_at, doctor.timezone, language)}
                </time>{' '}
                <bdi>{[patient_first_name, patient_last_name].filter(Boolean).join(' ') || t('leave.unnamedPatient')}</bdi>{' '}
                <span className="text-muted first-letter:uppercase max-sm:basis-full sm:ms-auto">
                  {t(why === 'leave' ? 'affected.onLeave' : 'affected.outside')}
                </span>
                {text && <span className="basis-full text-danger">{t(text.key, text.values)}</span>}
              </li>
            )
          })}
        </ul>
        <div className="grid gap-3">
          <TextAreaField
            label={t('affected.message')}
            note={t('leave.optional')}
            rows={2}
            className="min-h-20!"
            dir="auto"
            maxLength={MAX_REASON_LENGTH}
            value={message}
            onChange={({ target }) => setMessage(target.value)}
          />
          {problem && (
            <Banner tone="danger" role="alert">
              <p>{t(problem.key, problem.values)}</p>
            </Banner>
          )}
          <div className="flex flex-wrap-reverse justify-end gap-3 *:grow">
            <Dialog
              open={isAsking}
              onOpenChange={setIsAsking}
              trigger={
                <Button look="secondary" disabled={isBusy}>
                  {t('affected.cancel')}
                </Button>
              }
              title={t('affected.cancelTitle')}
              description={t('affected.cancelText', { number: data.length })}
              closeLabel={t('dialog.close')}
            >
              <div className="flex flex-wrap justify-end gap-3">
                <Button look="secondary" onClick={() => setIsAsking(false)}>
                  {t('leave.keep')}
                </Button>
                <Button
                  look="danger"
                  busyLabel={cancelling.isPending && t('appointments.cancelling')}
                  onClick={() => cancelling.mutate({ ids, message })}
                >
                  {t('affected.cancelYes')}
                </Button>
              </div>
            </Dialog>
            <Button busyLabel={moving.isPending && t('move.moving')} disabled={isBusy} onClick={() => moving.mutate({ ids, message })}>
              {t('affected.move')}
            </Button>
          </div>
        </div>
      </div>
    </section>
  )
}
