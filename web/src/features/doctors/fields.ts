// Apart from the queries: the build reads them too, for the requests that a page sends before its scripts run.
export const DOCTOR_FIELDS =
  'id, first_name, last_name, specialization, specialty_code, bio, bio_language, photo_path, timezone, session_duration'

export const OWN_DOCTOR_FIELDS =
  `${DOCTOR_FIELDS}, cancellation_hours, gap_minutes, booking_notice_hours, booking_horizon_days, max_appointments_per_day, auto_confirm, timezone_confirmed_at, languages, licence_number, hours:doctor_availability (is_available)` as const
