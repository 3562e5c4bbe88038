// Moves an appointment. Staff have 10 seconds to undo the move before the patient gets a mail.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { toast } from '../../../../components/toaster.tsx'
import { textOf } from '../../../../lib/errors.ts'
import { useI18n } from '../../../../lib/i18n.tsx'
import { formatDay } from '../../../../lib/time/dates.ts'
import { instantOf } from '../../../../lib/time/zones.ts'
import { STAFF_BOOKING_ERRORS } from '../../shared/booking-errors.ts'
import { MAIL_DELAY_MS, moveAppointment, sendMoveMail, undoMove } from '../../shared/changes.ts'
import { refreshAppointments } from '../../shared/live.ts'
import { type CalendarAppointment, type CalendarDoctor, moveInCache } from './calendar-query.ts'

const UNDO_MS = 10_000
const TOAST = 'calendar-move'
const UNDO_ERRORS = {
  ...STAFF_BOOKING_ERRORS,
  undo_too_late: 'calendar.undoTooLate',
  transition_not_allowed: 'calendar.undoTooLate',
} as const
const MOVE_ERRORS = { ...STAFF_BOOKING_ERRORS, transition_not_allowed: 'appointments.changed' } as const

export interface Move {
  appointment: Pick<CalendarAppointment, 'id'>
  doctor: Pick<CalendarDoctor, 'timezone'>
  patient: string
  day: string
  time: string
  message?: string
  typeId?: string
}

export function useMoves() {
  const { t, language } = useI18n()
  const client = useQueryClient()
  /** The last move, while it can be undone. */
  const undoable = useRef<{ id: string; until: number }>(undefined)
  const changed = useRef(new Set<string>())
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const undoing = useMutation({
    mutationFn: (id: string) => undoMove(id),
    onSuccess: () => toast.success(t('calendar.undone'), { id: TOAST, description: t('calendar.undoneText') }),
    onError: (error) => {
      const { key, values } = textOf(error, UNDO_ERRORS)
      toast.error(t('calendar.undoFailed'), { id: TOAST, description: t(key, values) })
    },
    onSettled: () => refreshAppointments(client),
  })
  const undo = () => {
    const { current } = undoable
    if (!current || Date.now() > current.until || undoing.isPending) return false
    undoable.current = undefined
    clearTimeout(timer.current)
    undoing.mutate(current.id)
    return true
  }

  const moving = useMutation({
    mutationFn: ({ appointment, day, time, message, typeId }: Move) =>
      moveAppointment(appointment.id, { day, time, ...(typeId && { typeId }) }, message),
    onMutate: ({ appointment, doctor, day, time }) => {
      changed.current.add(appointment.id)
      moveInCache(client, appointment.id, instantOf(day, time, doctor.timezone))
    },
    onSuccess: (_, { appointment: { id }, patient, day, time }) => {
      undoable.current = { id, until: Date.now() + UNDO_MS }
      clearTimeout(timer.current)
      // Sends the mail early. The mail queue would send it by itself within a minute.
      timer.current = setTimeout(() => sendMoveMail(id), MAIL_DELAY_MS)
      toast.success(t('calendar.moved'), {
        id: TOAST,
        duration: UNDO_MS,
        description: t('calendar.movedTo', { patient, day: formatDay(day, language, 'short'), time }),
        action: { label: t('calendar.undo'), onClick: () => void undo() },
      })
    },
    onSettled: () => refreshAppointments(client),
  })

  /** Moves an appointment and shows errors itself, for callers that do not. */
  const move = (to: Move) =>
    moving.mutate(to, {
      onError: (error) => {
        const { key, values } = textOf(error, MOVE_ERRORS)
        toast.error(t('move.failed'), { id: TOAST, description: t(key, values) })
      },
    })

  useUndoKey(undo)
  return { move, moveAndWait: moving.mutateAsync, isOwnChange: (id: string) => changed.current.has(id) }
}

/** Handles Ctrl+Z and Cmd+Z, except in a text field, where they undo typing. */
function useUndoKey(undo: () => boolean) {
  const latest = useRef(undo)
  useEffect(() => {
    latest.current = undo
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isUndo = event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey) && !event.shiftKey
      const isTyping = event.target instanceof Element && event.target.closest('input, textarea, select, [contenteditable]')
      if (isUndo && !isTyping && latest.current()) event.preventDefault()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}
