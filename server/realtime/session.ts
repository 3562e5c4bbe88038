/** All connections format values identically, whatever the database defaults are, because filters compare them as text. */
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
