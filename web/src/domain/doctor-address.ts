// The address of a doctor's own page: `/doctors/aylin-demir-1a2b3c4d`. The end identifies the doctor, and the name is for readers: after a
// change of the name, the server redirects the old address to the new one.

interface Named {
  id: string
  first_name: string
  last_name: string
}

const SHORT_LENGTH = 8
const MAX_NAME_LENGTH = 60

export const SHORT_ID = /(?:^|-)([0-9a-f]{8})$/

export const shortIdOf = (id: string) => id.slice(0, SHORT_LENGTH)

/** Letters that are not a Latin letter with an accent. */
const LETTERS: Record<string, string> = {
  ə: 'e',
  ı: 'i',
  ß: 'ss',
  ø: 'o',
  đ: 'd',
  ł: 'l',
  æ: 'ae',
  œ: 'oe',
  ...Object.fromEntries(Array.from('абвгдезийклмнопрстуфхцыэ').map((letter, place) => [letter, 'abvgdeziiklmnoprstufhcye'[place] ?? ''])),
  ж: 'zh',
  ч: 'ch',
  ш: 'sh',
  щ: 'sch',
  ъ: '',
  ь: '',
  ю: 'yu',
  я: 'ya',
}

/** The last segment of the page's address. A name without Latin or Cyrillic letters is left out. */
export function doctorSlug({ id, first_name, last_name }: Named) {
  const plain = `${first_name} ${last_name}`
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/./gu, (letter) => LETTERS[letter] ?? letter)
  const words = plain.replaceAll(/[’']/g, '').match(/[a-z0-9]+/g) ?? []
  return [...words.join('-').slice(0, MAX_NAME_LENGTH).split('-').filter(Boolean), shortIdOf(id)].join('-')
}

export const doctorPath = (doctor: Named) => `/doctors/${doctorSlug(doctor)}`
