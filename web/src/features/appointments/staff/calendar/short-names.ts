// Short names of doctors, used where a full name does not fit.
import { fold } from '../../../../lib/fold.ts'
import type { Language } from '../../../../lib/languages.ts'

interface Named {
  id: string
  first_name: string
  last_name: string
}

/** Maps each id to the surname, plus the initial if doctors share the surname, or the first name if they share the initial too. */
export function shortNames(doctors: Named[], language: Language): Map<string, string> {
  const choices = doctors.map(({ first_name, last_name }) => {
    const [first, last] = [first_name.trim(), last_name.trim()]
    const initial = Array.from(first)[0]
    return initial && last ? [last, `${initial}. ${last}`, `${first} ${last}`] : [last || first]
  })
  const bearers = new Map<string, number>()
  for (const names of choices) for (const name of names.map((each) => fold(each, language))) bearers.set(name, (bearers.get(name) ?? 0) + 1)
  return new Map(
    doctors.map(({ id }, index) => {
      const names = choices[index] ?? []
      return [id, names.find((name) => bearers.get(fold(name, language)) === 1) ?? names.at(-1) ?? '']
    }),
  )
}
