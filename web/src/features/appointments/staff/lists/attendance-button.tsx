import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from '../../../../components/toaster.tsx'
import { Button } from '../../../../components/ui/button.tsx'
import { textOf } from '../../../../lib/errors.ts'
import { useI18n } from '../../../../lib/i18n.tsx'
import { markAttendance } from '../../shared/changes.ts'
import { refreshAppointments } from '../../shared/live.ts'
import type { Appointment } from '../queries.ts'
import { IN_ROW } from '../row-look.tsx'
import { NOT_ABSENT } from './refusal.ts'

/** Marks that the patient did not come, or removes the mark. */
export function AttendanceButton({ appointment: { id, did_not_come } }: { appointment: Appointment }) {
  const { t } = useI18n()
  const client = useQueryClient()
  const marking = useMutation({
    mutationFn: () => markAttendance(id, !did_not_come),
    onSuccess: () => refreshAppointments(client),
    onError: (error) => {
      const { key, values } = textOf(error, NOT_ABSENT)
      toast.error(t('staff.failure'), { description: t(key, values) })
    },
  })
  return (
    <Button look="secondary" className={IN_ROW} busyLabel={marking.isPending && t('staff.completing')} onClick={() => marking.mutate()}>
      {t(did_not_come ? 'row.didCome' : 'row.markDidNotCome')}
    </Button>
  )
}
