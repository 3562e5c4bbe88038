import type { TextKey } from '../../lib/i18n.tsx'

/** Every action that the database writes to the audit log. */
export const ACTIONS = [
  'account.banned',
  'account.erased',
  'account.unbanned',
  'appointment.attendance',
  'appointment.booked_by_guardian',
  'appointment.booked_by_staff',
  'appointment.cancelled',
  'appointment.completed',
  'appointment.confirmed',
  'appointment.hidden_note',
  'appointment.move_undone',
  'appointment.note',
  'appointment.pending',
  'appointment.phone_reminder_undone',
  'appointment.private_note',
  'appointment.reminded_by_phone',
  'appointment.rescheduled',
  'appointments.exported',
  'audit_log.exported',
  'consent.given',
  'consent.withdrawn',
  'doctor.changed',
  'doctor.linked',
  'doctor.removed',
  'doctor.unlinked',
  'guardian.added',
  'guardian.left',
  'invitation.accepted',
  'invitation.created',
  'invitation.granted',
  'invitation.renewed',
  'invitation.revoked',
  'mail.resent',
  'patient.claimed',
  'patient.created',
  'patient.erased',
  'patient.invitation_revoked',
  'patient.invited',
  'patient_card.opened',
  'role.added',
  'role.removed',
  'second_factor.reset',
] as const

/** Undefined for an action that this version does not know. */
export function textOfAction(action: string): TextKey | undefined {
  const known = ACTIONS.find((each) => each === action)
  return known && `logs.did.${known}`
}
