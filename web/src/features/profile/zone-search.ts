// Finds a time zone by its city, its area, or the browser's name for it in the reader's language.
import { fold } from '../../lib/fold.ts'
import type { Language } from '../../lib/languages.ts'
import { allZones, cityOf, zoneNames } from '../../lib/time/zones.ts'

interface Entry {
  zone: string
  city: string
  words: string
}

/** Words separated by single spaces, as people type them: 'er riyad', 'america new york'. */
const plain = (text: string, language: Language) => fold(text.replaceAll(/[-/_]/g, ' ').trim(), language)

/** Built once per language. */
function indexBy(namesOf: (zone: string, language: Language) => string[]) {
  const made = new Map<Language, Entry[]>()
  return (language: Language) => {
    const index =
      made.get(language) ??
      allZones()
        .map(entryOf)
        .toSorted((one, other) => (one.city < other.city ? -1 : 1))
    made.set(language, index)
    return index

    function entryOf(zone: string) {
      const words = namesOf(zone, language).map((name) => ` ${plain(name, language)}`)
      return { zone, city: plain(cityOf(zone, language), language), words: words.join('') }
    }
  }
}

const byCity = indexBy((zone, language) => [cityOf(zone, language), zone])
// Computing some 800 names is slow, so it is done only if the text matches no city.
const byName = indexBy(zoneNames)

/** Cities that begin with the text come first. */
export function findZones(text: string, language: Language, most: number) {
  const wanted = plain(text, language)
  if (!wanted) return []
  // Matches the beginnings of words, with or without the Arabic article: 'ri' must not match every city of Africa.
  const isMatch = ({ words }: Entry) => words.includes(` ${wanted}`) || words.includes(` ال${wanted}`)
  const cities = byCity(language).filter(isMatch)
  const matching = cities.length > 0 ? cities : byName(language).filter(isMatch)
  const isFirst = ({ city }: Entry) => city.startsWith(wanted)
  return [...matching.filter(isFirst), ...matching.filter((entry) => !isFirst(entry))].slice(0, most).map(({ zone }) => zone)
}
