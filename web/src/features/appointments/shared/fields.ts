// Apart from the queries: the build reads them too, for the requests that a page sends before its scripts run.
const APPOINTMENT_FIELDS =
  'id, doctor_id, appointment_date, appointment_time, starts_at, ends_at, call_started_at, timezone, session_duration, patient_complaint, notes, status, cancelled_by, cancellation_reason, previous_starts_at, rescheduled_by, reschedule_message, reschedule_count, created_at, updated_at, erased_at, doctor:doctors!inner (first_name, last_name, specialization, specialty_code, photo_path, timezone, cancellation_hours, session_duration, auto_confirm)'

/** As their patient sees them. */
export const OWN_APPOINTMENT_FIELDS = `${APPOINTMENT_FIELDS}, call_ended_at, appointment_files (id), appointment_messages (id)` as const

/** As doctors and admins see them. */
export const STAFF_FIELDS = `${APPOINTMENT_FIELDS}, did_not_come, patient:profiles (first_name, last_name, phone, email)` as const

/** Next free times in the list of doctors. */
export const TIMES_PER_DOCTOR = 3

/** Rows of a list of staff that are loaded at first. */
export const PAGE_SIZE = 50
