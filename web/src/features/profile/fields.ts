// Apart from the queries: the build reads them too, for the requests that a page sends before its scripts run.
export const PROFILE_FIELDS =
  'user_id, first_name, last_name, phone, date_of_birth, gender, medical_history, timezone, timezone_chosen_at, language, email'
