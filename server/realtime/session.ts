/** All connections write values in the same format, whatever the database is set to, because filters compare them as text. */
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
