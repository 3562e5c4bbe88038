/** Both connections write values the same way, whatever the database is set to: filters compare them. */
export const SESSION_OPTIONS = [
  'TimeZone=UTC',
  'DateStyle=ISO',
  'IntervalStyle=postgres',
  'bytea_output=hex',
  'extra_float_digits=1',
  'search_path=public,extensions',
]
  .map((setting) => `-c ${setting}`)
  .join(' ')
