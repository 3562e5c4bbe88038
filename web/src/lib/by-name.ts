// Names in the order of a language: Turkish has ç after c and ş after s, Azerbaijani also ə after e, x after h and q after k.
import type { Language } from './languages.ts'

interface Named {
  first_name: string
  last_name: string
}

const AZERBAIJANI = 'aâbcçdeəfgğhxıiîjkqlmnoöprsştuüûvwyz'

/** Chromium has no Azerbaijani. */
const compareIn = (language: Language) => {
  if (language !== 'az') return (one: string, other: string) => one.localeCompare(other, language)
  const placeOf = (letter: string) => AZERBAIJANI.indexOf(letter.toLocaleLowerCase('tr'))
  return (one: string, other: string) => {
    const [first, second] = [[...one], [...other]]
    for (let index = 0; index < Math.min(first.length, second.length); index++) {
      const [left = '', right = ''] = [first[index], second[index]]
      const [leftPlace, rightPlace] = [placeOf(left), placeOf(right)]
      const order = leftPlace < 0 || rightPlace < 0 ? left.localeCompare(right, 'tr') : leftPlace - rightPlace
      if (order !== 0) return order
    }
    return first.length - second.length
  }
}

export function byName<Person extends Named>(people: Person[], language: Language): Person[] {
  const compare = compareIn(language)
  const nameOf = ({ first_name, last_name }: Named) => `${first_name} ${last_name}`
  return people.toSorted((one, other) => compare(nameOf(one), nameOf(other)))
}
