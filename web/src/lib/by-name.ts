// Sorts names in the order of a language: Turkish has ç after c and ş after s, Azerbaijani also ə after e, x after h and q after k.
import type { Language } from './languages.ts'

interface Named {
  first_name: string
  last_name: string
}

const AZERBAIJANI = 'aâbcçdeəfgğhxıiîjkqlmnoöprsştuüûvwyz'

/** A sort key whose code points are in the order of the alphabet, because Chromium has no Azerbaijani. Other alphabets come after it. */
const azerbaijaniKey = (text: string) =>
  text.toLocaleLowerCase('tr').replaceAll(/\p{L}/gu, (letter) => {
    const place = AZERBAIJANI.indexOf(letter)
    return place < 0 ? letter : String.fromCodePoint(FIRST_KEY + place)
  })

/** The first key comes after spaces and hyphens, and before Cyrillic and Arabic. */
const FIRST_KEY = 0x100

export function byName<Person extends Named>(people: Person[], language: Language): Person[] {
  const nameOf = ({ first_name, last_name }: Named) => `${first_name} ${last_name}`
  if (language !== 'az') return people.toSorted((one, other) => nameOf(one).localeCompare(nameOf(other), language))
  const keyed = people.map((person) => ({ person, key: azerbaijaniKey(nameOf(person)) }))
  return keyed.toSorted((one, other) => (one.key < other.key ? -1 : Number(one.key > other.key))).map(({ person }) => person)
}
