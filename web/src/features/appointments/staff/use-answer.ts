// Confirming, rejecting, cancelling, completing: done once, told, and the lists are as they are now before anything can be pressed again.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from '../../../components/toaster.tsx'
import { type TextKey, useI18n } from '../../../lib/i18n.tsx'
import { type Answer, answerAppointment } from '../changes.ts'
import { refreshAppointments } from '../live.ts'
import type { Appointment } from '../queries.ts'
import { focusCard } from './kept-focus.ts'
import { isAnswered, refusalOf } from './refusal.ts'

export type Place = 'dashboard' | 'panel'

const DONE: Record<Place, Record<Answer, TextKey>> = {
  dashboard: { confirmed: 'dashboard.confirmed', cancelled: 'dashboard.rejected', completed: 'doctorPanel.statusDone' },
  panel: { confirmed: 'doctorPanel.statusDone', cancelled: 'doctorPanel.statusDone', completed: 'doctorPanel.statusDone' },
}

export const FAILED: Record<Place, TextKey> = { dashboard: 'dashboard.actionFailed', panel: 'doctorPanel.statusFailed' }

interface Wishes {
  appointment: Appointment
  place: Place
  /** Goes with a cancellation; the patient reads it. */
  reason?: string
  /** It is done, or somebody else was quicker: there is nothing left to ask. */
  onOver?: () => void
  /** Says itself what went wrong. */
  isToldElsewhere?: boolean
}

export function useAnswer({ appointment, place, reason, onOver, isToldElsewhere = false }: Wishes) {
  const { t } = useI18n()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (answer: Answer) => answerAppointment(appointment, answer, reason),
    onSuccess: async (_, answer) => {
      toast.success(t('staff.success'), { description: t(DONE[place][answer]) })
      onOver?.()
      await refreshAppointments(client)
    },
    onError: (error, answer) => {
      // Not waited for: it may be the connection that is gone.
      void refreshAppointments(client)
      if (isToldElsewhere && !isAnswered(error)) return
      const { key, values } = refusalOf(error, answer)
      const cause = key === 'error.failed' ? '' : t(key, values)
      toast.error(t('staff.failure'), { description: isAnswered(error) ? cause : `${t(FAILED[place])} ${cause}`.trim() })
      if (isAnswered(error)) onOver?.()
      else focusCard(appointment.id)
    },
  })
}
