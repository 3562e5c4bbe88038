// Finding a doctor: specialties and their synonyms, the code derived from a doctor's text, languages and texts.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LANGUAGES } from '../functions/_shared/rules.ts'
import { anonymous, book, type Clinic, idOf, openClinic, type Person, refusal, type Session, serviceRole, superuser } from './clinic.ts'

const WEB = join(import.meta.dirname, '../../web/src')

let db: Clinic
beforeAll(async () => {
  db = await openClinic()
})
afterAll(() => db.drop())

interface Specialty {
  code: string
  names: Record<string, string>
  synonyms: Record<string, string[]>
}
const specialties = (person: Person = superuser) =>
  db.as(person, ({ query }) => query<Specialty>('select code, names, synonyms from specialties order by position'))
const codeOf = async (text: string) => {
  const rows = await db.as(superuser, ({ query }) => query<{ code: string | null }>('select private.specialty_of($1) as code', [text]))
  return rows[0]?.code
}
const FORBIDDEN = ['42501', expect.any(String)]

describe('fold_text', () => {
  const folded = async (texts: string[]) =>
    (
      await db.as(superuser, ({ query }) =>
        query<{ f: string }>('select private.fold_text(t) as f from unnest($1::text[]) with ordinality as u (t, n) order by n', [texts]),
      )
    ).map(({ f }) => f)

  test.each([
    ['KARDİYOLOJİ', 'kardiyoloji'],
    ['KARDIYOLOJI', 'kardiyoloji'],
    ['Məmmədov', 'memmedov'],
    ['cœur', 'cœur'],
    ['Ёлка й', 'елка и'],
    ['أمراض القَلْب', 'امراض القلب'],
    ["men's", 'mens'],
  ])('%s becomes %s', async (text, expected) => {
    expect(await folded([text])).toEqual([expected])
  })
})

describe('the list of specialties', () => {
  test('has the 25 fields of the healthcare page in its order, with names and synonyms in six languages', async () => {
    const list = await specialties()
    expect(list.map(({ code }) => code)).toEqual(
      `kardiyoloji noroloji ortopedi goz kbb dermatoloji uroloji jinekoloji pediatri dahiliye genel-cerrahi beyin-cerrahisi kalp-cerrahisi
       plastik-cerrahi onkoloji endokrinoloji gastroenteroloji hematoloji enfeksiyon fizik-tedavi radyoloji anestezi gogus ruh-sagligi diyet`.split(
        /\s+/,
      ),
    )
    for (const { names, synonyms } of list) {
      expect(Object.keys(names).toSorted()).toEqual([...LANGUAGES].toSorted())
      for (const language of LANGUAGES) expect(synonyms[language]?.length).toBeGreaterThanOrEqual(5)
    }
  })

  test('has the same names as the texts of the site', async () => {
    const stored = await specialties()
    // Reads the module as text, because it runs only in a browser.
    const keys = [...readFileSync(join(WEB, 'domain/specialties.ts'), 'utf8').matchAll(/^ {2}'?([a-z-]+)'?: '(specialty\.\w+)',$/gm)]
    expect(keys.map(([, code]) => code)).toEqual(stored.map(({ code }) => code))
    for (const language of LANGUAGES) {
      const texts = JSON.parse(readFileSync(join(WEB, `i18n/${language}.find.json`), 'utf8')) as Record<string, string>
      const shown = keys.map(([, code, key = '']) => [language, code, texts[key]])
      expect(shown).toEqual(stored.map(({ code, names }) => [language, code, names[language]]))
    }
  })

  test('each name finds its own specialty', async () => {
    for (const { code, names } of await specialties()) {
      for (const name of Object.values(names)) expect([name, await codeOf(name)]).toEqual([name, code])
    }
  })

  test.each([
    'kalp',
    'kardiyolog',
    'heart',
    'сердце',
    'قلب',
    'ürək',
    'cœur',
    'COEUR',
    'KARDİYOLOJİ',
    'Kardiyoloji, Dahiliye',
    ' kardiologiya ',
  ])('%s is cardiology', async (text) => {
    expect(await codeOf(text)).toBe('kardiyoloji')
  })

  test.each([
    ['Eye care', 'goz'],
    ['Heart surgery', 'kalp-cerrahisi'],
    ['Психическое здоровье', 'ruh-sagligi'],
    ['الجراحة التجميلية', 'plastik-cerrahi'],
    ['Anesthésie', 'anestezi'],
  ])('its former name %s still finds a specialty', async (name, code) => {
    expect(await codeOf(name)).toBe(code)
  })

  test.each(['Genel', 'x', '', 'kalp nakli koordinatörü'])('%j is not a known specialty', async (text) => {
    expect(await codeOf(text)).toBeNull()
  })

  const ADD = `insert into specialties (code, names, synonyms) select 'test', names, synonyms from specialties where code = 'goz' returning 1`

  test('can be read by everybody', async () => {
    for (const person of [anonymous, 'leyla', 'aylin', 'nigar', serviceRole]) expect(await specialties(person)).toHaveLength(25)
  })

  test('can be written by admins only', async () => {
    await db.as('nigar', async ({ query }) => {
      expect(await query(ADD)).toHaveLength(1)
      expect(await query("update specialties set position = 7 where code = 'test' returning 1")).toHaveLength(1)
      expect(await query("delete from specialties where code = 'test' returning 1")).toHaveLength(1)
    })
    for (const person of ['leyla', 'aylin', anonymous, serviceRole]) {
      expect(await refusal(db.as(person, ({ query }) => query(ADD)))).toEqual(FORBIDDEN)
    }
    for (const person of ['leyla', 'aylin']) {
      await db.as(person, async ({ query }) => {
        expect(await query('update specialties set position = 7 returning 1')).toHaveLength(0)
        expect(await query('delete from specialties returning 1')).toHaveLength(0)
      })
    }
  })

  test.each([
    [`names = '{"tr": "x"}'`, 'specialties_names_are_in_six_languages'],
    [`names = names || '{"tr": 1}'`, 'specialties_names_are_in_six_languages'],
    [`names = names || '{"de": "x"}'`, 'specialties_names_are_in_six_languages'],
    [`synonyms = names`, 'specialties_synonyms_are_in_six_languages'],
    [`synonyms = synonyms || '{"tr": [1]}'`, 'specialties_synonyms_are_in_six_languages'],
    [`code = 'A b'`, 'specialties_code_is_plain'],
  ])('an admin cannot set %s', async (change, constraint) => {
    const changed = db.as('nigar', ({ query }) => query(`update specialties set ${change} where code = 'goz'`))
    expect(await refusal(changed)).toEqual(['23514', constraint])
  })
})

describe("a doctor's specialty", () => {
  const codes = ({ as }: Session) =>
    as(superuser, async ({ query }) =>
      Object.fromEntries(
        (await query<{ first_name: string; specialty_code: string }>('select first_name, specialty_code from doctors')).map((row) => [
          row.first_name,
          row.specialty_code,
        ]),
      ),
    )

  test('follows the text and cannot be set directly', async () => {
    await db.as('nigar', async (session) => {
      expect(await codes(session)).toEqual({ Aylin: 'kardiyoloji', Rauf: 'noroloji' })
      await session.query("update doctors set specialization = 'ÜROLOG' where id = $1", [db.aylin])
      await session.query("update doctors set specialization = 'Genel' where id = $1", [db.rauf])
      expect(await codes(session)).toEqual({ Aylin: 'uroloji', Rauf: null })
      await session.query("update doctors set specialty_code = 'goz'")
      expect(await codes(session)).toEqual({ Aylin: 'uroloji', Rauf: null })
    })
    const own = db.as('aylin', ({ query }) => query("update doctors set specialty_code = 'goz' where id = $1", [db.aylin]))
    expect(await refusal(own)).toEqual(['P0001', 'doctor_field_not_allowed'])
  })

  test('follows the list', async () => {
    await db.as('nigar', async (session) => {
      await session.query("update specialties set code = 'kalp' where code = 'kardiyoloji'")
      await session.query("delete from specialties where code = 'noroloji'")
      expect(await codes(session)).toEqual({ Aylin: 'kalp', Rauf: null })
    })
  })
})

describe('languages, photo and the language of the text', () => {
  const set = (person: Person, change: string, id = db.aylin) =>
    db.as(person, ({ query }) => query(`update doctors set ${change} where id = $1 returning 1`, [id]))

  test('a doctor can set their own languages and photo, and an admin those of every doctor', async () => {
    for (const person of ['aylin', 'nigar']) {
      expect(await set(person, "languages = '{tr,az,en}'")).toHaveLength(1)
      expect(await set(person, `photo_path = '${db.aylin}/1-a.webp'`)).toHaveLength(1)
    }
    expect(await set('nigar', "bio_language = 'ru'")).toHaveLength(1)
    expect(await refusal(set('aylin', "bio_language = 'ru'"))).toEqual(['P0001', 'doctor_field_not_allowed'])
  })

  test('nobody else can set languages and photo', async () => {
    for (const person of ['leyla', 'mallory']) expect(await set(person, "languages = '{tr}'")).toHaveLength(0)
    expect(await set('rauf', `photo_path = '${db.aylin}/1.webp'`)).toHaveLength(0)
    expect(await refusal(set(anonymous, "languages = '{tr}'"))).toEqual(FORBIDDEN)
  })

  test.each([
    ["languages = '{tr,tr}'", 'doctors_languages_are_codes'],
    ["languages = '{Turkish}'", 'doctors_languages_are_codes'],
    ["languages = '{tr,NULL}'", 'doctors_languages_are_codes'],
    ["languages = '{{tr},{az}}'", 'doctors_languages_are_codes'],
    ["languages = '{aa,ab,ac,ad,ae,af,ag,ah,ai,aj,ak,al,am}'", 'doctors_languages_are_codes'],
    [`photo_path = '${idOf('doctor rauf')}/1.webp'`, 'doctors_photo_is_in_their_folder'],
    [`photo_path = '${idOf('doctor aylin')}/1.svg'`, 'doctors_photo_is_in_their_folder'],
    [`photo_path = '${idOf('doctor aylin')}/a/1.webp'`, 'doctors_photo_is_in_their_folder'],
    ["photo_path = 'https://example.test/1.webp'", 'doctors_photo_is_in_their_folder'],
  ])('a doctor cannot set %s', async (change, constraint) => {
    expect(await refusal(set('aylin', change))).toEqual(['23514', constraint])
  })

  test('everybody can read languages and photo with the public doctors', async () => {
    for (const person of [anonymous, 'leyla']) {
      const [doctor] = await db.as(person, ({ query }) => query('select * from get_public_doctors()'))
      expect(doctor).toMatchObject({ specialty_code: 'kardiyoloji', languages: [], photo_path: null, bio_language: 'tr' })
    }
  })
})

describe('texts of doctors', () => {
  const add = (session: Session, person: Person, doctor: string, language = 'ru', bio = ' Кардиолог. ') =>
    session.as(person, ({ query }) =>
      query('insert into doctor_texts (doctor_id, language, bio) values ($1, $2, $3)', [doctor, language, bio]),
    )
  const read = (session: Session, person: Person) =>
    session.as(person, ({ query }) => query('select doctor_id, language, bio from doctor_texts'))

  test('can be written by their doctor and by admins, and read by everybody', async () => {
    await db.as(superuser, async (session) => {
      await add(session, 'aylin', db.aylin)
      await add(session, 'nigar', db.rauf)
      for (const person of [anonymous, 'leyla', 'rauf', 'nigar', serviceRole]) {
        expect(await read(session, person)).toEqual(
          [db.aylin, db.rauf].map((doctor_id) => ({ doctor_id, language: 'ru', bio: 'Кардиолог.' })),
        )
      }
      await session.as('aylin', async ({ query }) => {
        expect(await query("update doctor_texts set bio = 'x' returning doctor_id")).toEqual([{ doctor_id: db.aylin }])
        expect(await query('delete from doctor_texts returning doctor_id')).toEqual([{ doctor_id: db.aylin }])
      })
    })
  })

  test('cannot be written by other users', async () => {
    await db.as(superuser, async (session) => {
      for (const person of ['rauf', 'leyla', 'mallory', anonymous, serviceRole]) {
        expect(await refusal(add(session, person, db.aylin))).toEqual(FORBIDDEN)
      }
      await add(session, 'aylin', db.aylin)
      for (const person of ['rauf', 'leyla']) {
        await session.as(person, async ({ query }) => {
          expect(await query("update doctor_texts set bio = 'x' returning 1")).toHaveLength(0)
          expect(await query('delete from doctor_texts returning 1')).toHaveLength(0)
        })
      }
      const moved = session.as('aylin', ({ query }) => query('update doctor_texts set doctor_id = $1', [db.rauf]))
      expect(await refusal(moved)).toEqual(FORBIDDEN)
    })
  })

  test('can be read by users who can see the doctor if the doctor is unavailable', async () => {
    await db.as(superuser, async (session) => {
      await add(session, 'aylin', db.aylin)
      await book(session, 'leyla', db.aylin)
      await session.query('update doctors set available = false where id = $1', [db.aylin])
      for (const person of ['leyla', 'aylin', 'nigar']) expect(await read(session, person)).toHaveLength(1)
      for (const person of ['murat', 'rauf', anonymous]) expect(await read(session, person)).toHaveLength(0)
    })
  })

  test.each([
    ['de', 'x', 'doctor_texts_language_is_offered'],
    ['ru', ' ', 'doctor_texts_bio_is_given'],
    ['ru', 'x'.repeat(4001), 'doctor_texts_bio_is_given'],
  ])('are refused in language %s with %j', async (language, bio, constraint) => {
    expect(await refusal(db.as(superuser, (session) => add(session, 'aylin', db.aylin, language, bio)))).toEqual(['23514', constraint])
  })

  test('are exported and erased with the account', async () => {
    await db.as(superuser, async (session) => {
      await add(session, 'aylin', db.aylin)
      await session.query("update doctors set languages = '{tr}', photo_path = id || '/1.webp' where id = $1", [db.aylin])
      const texts = await session.as('aylin', ({ query }) => query("select export_my_data() -> 'doctor_texts' as texts"))
      expect(texts).toMatchObject([{ texts: [{ language: 'ru', bio: 'Кардиолог.' }] }])
      await session.as('aylin', ({ query }) => query("select erase_my_account('aylin@example.test')"))
      expect(await session.query('select * from doctor_texts')).toEqual([])
      expect(await session.query('select languages, photo_path from doctors where id = $1', [db.aylin])).toEqual([
        { languages: [], photo_path: null },
      ])
    })
  })
})
