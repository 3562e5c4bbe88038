// Finds a time zone by its city, its area, or the name that the browser has for it in the reader's language.
import { fold } from '../../lib/fold.ts'
import type { Language } from '../../lib/languages.ts'
import { allZones, cityOf, zoneNames } from '../../lib/zones.ts'

interface Entry {
  zone: string
  city: string
  words: string
}

// Some 400 zones with two names each take a moment to ask for: once a language.
const indexes = new Map<Language, Entry[]>()

function indexOf(language: Language) {
  const index = indexes.get(language) ?? makeIndex(language)
  indexes.set(language, index)
  return index
}

const makeIndex = (language: Language) =>
  allZones()
    .map((zone) => {
      const city = fold(cityOf(zone, language), language)
      return {
        zone,
        city,
        words: [city, ...[zone.replaceAll(/[/_]/g, ' '), ...zoneNames(zone, language)].map((name) => fold(name, language))].join(' '),
      }
    })
    .toSorted((one, other) => (one.city < other.city ? -1 : 1))

/** Cities that begin with the text come first. */
export function findZones(text: string, language: Language, most: number) {
  const wanted = fold(text.replaceAll(/[/_]/g, ' ').trim(), language)
  if (!wanted) return []
  const matching = indexOf(language).filter(({ words }) => words.includes(wanted))
  const isFirst = ({ city }: Entry) => city.startsWith(wanted)
  return [...matching.filter(isFirst), ...matching.filter((entry) => !isFirst(entry))].slice(0, most).map(({ zone }) => zone)
}
