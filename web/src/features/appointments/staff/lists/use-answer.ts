// Confirms, rejects, cancels or completes an appointment. The buttons stay disabled until the lists are refreshed.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from '../../../../components/toaster.tsx'
import { type TextKey, useI18n } from '../../../../lib/i18n.tsx'
import { type Answer, type AnswerDetails, answerAppointment } from '../../shared/changes.ts'
import { refreshAppointments } from '../../shared/live.ts'
import type { Appointment } from '../queries.ts'
import { focusCard } from './list-focus.ts'
import { isAnswered, refusalOf } from './refusal.ts'

export type Place = 'dashboard' | 'panel'

const DONE: Record<Place, Record<Answer, TextKey>> = {
  dashboard: { confirmed: 'dashboard.confirmed', cancelled: 'dashboard.rejected', completed: 'doctorPanel.statusDone' },
  panel: { confirmed: 'doctorPanel.statusDone', cancelled: 'doctorPanel.statusDone', completed: 'doctorPanel.statusDone' },
}

export const FAILED: Record<Place, TextKey> = { dashboard: 'dashboard.actionFailed', panel: 'doctorPanel.statusFailed' }

interface AnswerOptions extends AnswerDetails {
  appointment: Appointment
  place: Place
  /** Called when the appointment was answered, by this user or somebody else. */
  onDone?: () => void
  /** The caller shows errors itself, so there is no toast for them. */
  showsErrors?: boolean
}

export function useAnswer({ appointment, place, reason, didNotCome, onDone, showsErrors = false }: AnswerOptions) {
  const { t } = useI18n()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (answer: Answer) => answerAppointment(appointment, answer, { reason, didNotCome }),
    onSuccess: async (_, answer) => {
      toast.success(t('staff.success'), { description: t(DONE[place][answer]) })
      onDone?.()
      await refreshAppointments(client)
    },
    onError: (error, answer) => {
      // Not awaited, because it would not settle without a connection.
      void refreshAppointments(client)
      if (showsErrors && !isAnswered(error)) return
      const { key, values } = refusalOf(error, answer)
      const cause = key === 'error.failed' ? '' : t(key, values)
      toast.error(t('staff.failure'), { description: isAnswered(error) ? cause : `${t(FAILED[place])} ${cause}`.trim() })
      if (isAnswered(error)) onDone?.()
      else focusCard(appointment.id)
    },
  })
}
