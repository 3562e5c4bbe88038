/** The columns that both patients and staff see. */
export const APPOINTMENT_FIELDS =
  'id, doctor_id, appointment_date, appointment_time, starts_at, ends_at, call_started_at, timezone, session_duration, patient_complaint, notes, status, cancelled_by, cancellation_reason, previous_starts_at, rescheduled_by, reschedule_message, reschedule_count, created_at, updated_at, erased_at, doctor:doctors!inner (first_name, last_name, title, specialization, specialty_code, photo_path, timezone, cancellation_hours, session_duration, auto_confirm)'
