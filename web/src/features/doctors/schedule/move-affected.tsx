import { useState } from 'react'
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx'
import type { DialogTrigger } from '../../../components/ui/dialog.tsx'
import { useI18n } from '../../../lib/i18n.tsx'
import { formatMoment } from '../../../lib/time/dates.ts'
import type { Affected } from './affected-queries.ts'

interface MoveAffectedProps {
  trigger: DialogTrigger
  appointments: Affected[]
  zone: string
  onMove: () => Promise<unknown>
}

/** Shows each appointment with its new time before any of them is moved. */
export function MoveAffected({ trigger, appointments, zone, onMove }: MoveAffectedProps) {
  const { t, language } = useI18n()
  const [isOpen, setIsOpen] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const number = appointments.filter(({ proposal }) => proposal).length
  const move = async () => {
    setIsBusy(true)
    // The list shows the error.
    await onMove().catch(() => {})
    setIsBusy(false)
    setIsOpen(false)
  }
  return (
    <ConfirmDialog
      open={isOpen}
      onOpenChange={setIsOpen}
      trigger={trigger}
      title={t('affected.moveTitle', { number })}
      description={t('affected.moveText')}
      no={t('leave.keep')}
      yes={t('affected.moveYes')}
      onYes={() => void move()}
      busyLabel={isBusy && t('move.moving')}
      isDisabled={number === 0}
      look="primary"
    >
      <ul className="divide-y divide-line rounded-box border border-line text-sm">
        {appointments.map((appointment) => (
          <li key={appointment.id} className="grid gap-x-3 px-3 py-2 sm:grid-cols-[minmax(0,1fr)_auto]">
            <span className="min-w-0 wrap-anywhere">
              <bdi className="font-medium">{affectedName(appointment) || t('leave.unnamedPatient')}</bdi>{' '}
              <time dateTime={appointment.starts_at} className="text-muted tabular-nums">
                {formatMoment(appointment.starts_at, zone, language)}
              </time>
            </span>{' '}
            {appointment.proposal ? (
              <time dateTime={appointment.proposal.at} className="font-medium tabular-nums">
                {t('affected.newTime', { to: formatMoment(appointment.proposal.at, zone, language) })}
              </time>
            ) : (
              <span className="text-muted">{t('affected.noTime')}</span>
            )}
          </li>
        ))}
      </ul>
    </ConfirmDialog>
  )
}

export const affectedName = ({ patient_first_name, patient_last_name }: Affected) =>
  [patient_first_name, patient_last_name].filter(Boolean).join(' ')
