// Searches that patients type, with the specialties they mean. The synonyms are in the database, and the pages search them.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freshDatabase, superuser, type TestDatabase } from '../server/testing/database.ts'
import { LANGUAGES } from '../supabase/functions/_shared/rules.ts'
import { type Specialty, specialtiesFor, termsOf, wordsOf } from '../web/src/domain/specialty-search.ts'
import type { Language } from '../web/src/lib/languages.ts'

let db: TestDatabase
let specialties: Specialty[]
beforeAll(async () => {
  db = await freshDatabase('product')
  specialties = await db.as(superuser, ({ query }) => query<Specialty>('select code, names, synonyms from specialties order by position'))
})
afterAll(() => db.drop())

const meaningOf = (search: string, language: Language) =>
  specialtiesFor(wordsOf(search, language), termsOf(specialties, language), language)

/** The expected codes, separated by spaces if more than one specialty fits. */
const SEARCHES: Record<Language, Record<string, string>> = {
  tr: {
    'dizim ağrıyor': 'ortopedi',
    'başım çok ağrıyor': 'noroloji',
    'baş dönmesi': 'noroloji',
    'kalbim çarpıyor': 'kardiyoloji',
    'göğüs ağrısı': 'kardiyoloji',
    tansiyonum: 'kardiyoloji',
    'çocuk doktoru': 'pediatri',
    'çocuğumun ateşi var': 'pediatri',
    'kadın doktoru': 'jinekoloji',
    hamileyim: 'jinekoloji',
    'kulağım çınlıyor': 'kbb',
    'boğazım ağrıyor': 'kbb',
    'gözlerim bulanık görüyor': 'goz',
    'cildimde döküntü': 'dermatoloji',
    'böbreğimde taş': 'uroloji',
    'karnım ağrıyor': 'gastroenteroloji',
    'midem yanıyor': 'gastroenteroloji',
    psikiyatri: 'ruh-sagligi',
    'şeker hastası': 'endokrinoloji',
    'kilo vermek istiyorum': 'diyet',
  },
  az: {
    uşaq: 'pediatri',
    'uşaq həkimi': 'pediatri',
    'uşağım öskürür': 'pediatri gogus',
    'başım ağrıyır': 'noroloji',
    'başım gicəllənir': 'noroloji',
    'ürəyim sancıyır': 'kardiyoloji',
    təzyiqim: 'kardiyoloji',
    'dizim ağrıyır': 'ortopedi',
    'belim ağrıyır': 'ortopedi fizik-tedavi',
    'qadın həkimi': 'jinekoloji',
    hamiləyəm: 'jinekoloji',
    uşaqlıq: 'jinekoloji',
    'lor həkimi': 'kbb',
    'boğazım ağrıyır': 'kbb',
    'gözüm yaşarır': 'goz',
    'dərim qaşınır': 'dermatoloji',
    'böyrəyimdə daş': 'uroloji',
    'qarnım ağrıyır': 'gastroenteroloji',
    'mədəm ağrıyır': 'gastroenteroloji',
    psixoloq: 'ruh-sagligi',
  },
  en: {
    child: 'pediatri',
    'my kids': 'pediatri',
    'my head hurts': 'noroloji',
    migraines: 'noroloji',
    'heart doctor': 'kardiyoloji',
    'high blood pressure': 'kardiyoloji',
    'my knees hurt': 'ortopedi',
    'back pain': 'ortopedi fizik-tedavi',
    'sore throat': 'kbb',
    ears: 'kbb',
    'eye doctor': 'goz',
    'itchy skin': 'dermatoloji',
    'kidney stone': 'uroloji',
    "women's doctor": 'jinekoloji',
    pregnant: 'jinekoloji',
    'stomach ache': 'gastroenteroloji',
    'a cough': 'gogus',
    'thyroid problem': 'endokrinoloji',
    psychologist: 'ruh-sagligi',
    'losing weight': 'diyet',
  },
  ru: {
    'голова болит': 'noroloji',
    'кружится голова': 'noroloji',
    'болит сердце': 'kardiyoloji',
    'высокое давление': 'kardiyoloji',
    'болят колени': 'ortopedi',
    'болит спина': 'ortopedi fizik-tedavi',
    'детский врач': 'pediatri',
    'у ребёнка кашель': 'pediatri gogus',
    'женский врач': 'jinekoloji',
    'я беременна': 'jinekoloji',
    'болит ухо': 'kbb',
    'болит горло': 'kbb',
    'глазной врач': 'goz',
    'прыщи на лице': 'dermatoloji',
    'камни в почках': 'uroloji',
    'болит живот': 'gastroenteroloji',
    'щитовидная железа': 'endokrinoloji',
    'рак груди': 'onkoloji',
    психиатр: 'ruh-sagligi',
    похудеть: 'diyet',
  },
  ar: {
    'دكتورة نساء': 'jinekoloji',
    حامل: 'jinekoloji',
    'رأسي يؤلمني': 'noroloji',
    'صداع شديد': 'noroloji',
    'قلبي يخفق': 'kardiyoloji',
    'ضغط الدم': 'kardiyoloji',
    'ألم في الركبة': 'ortopedi',
    'ألم في الظهر': 'ortopedi fizik-tedavi',
    'طبيب أطفال': 'pediatri',
    'طفلي مريض': 'pediatri',
    'عيني حمراء': 'goz',
    'دكتور عيون': 'goz',
    'أذني تؤلمني': 'kbb',
    'حكة في الجلد': 'dermatoloji',
    'حصى الكلى': 'uroloji',
    'بطني يؤلمني': 'gastroenteroloji',
    القولون: 'gastroenteroloji',
    السكري: 'endokrinoloji',
    'دكتور نفسي': 'ruh-sagligi',
    'سرطان الثدي': 'onkoloji',
  },
  fr: {
    'j’ai mal à la tête': 'noroloji',
    vertiges: 'noroloji',
    'mal au cœur qui bat': 'kardiyoloji',
    'tension artérielle': 'kardiyoloji',
    'mal au genou': 'ortopedi',
    'mal au dos': 'ortopedi fizik-tedavi',
    'médecin pour enfants': 'pediatri',
    'mon bébé tousse': 'pediatri',
    'je suis enceinte': 'jinekoloji',
    'règles douloureuses': 'jinekoloji',
    'mal aux oreilles': 'kbb',
    'mal de gorge': 'kbb',
    'yeux rouges': 'goz',
    'boutons sur la peau': 'dermatoloji',
    'calculs rénaux': 'uroloji',
    'mal au ventre': 'gastroenteroloji',
    thyroïde: 'endokrinoloji',
    'cancer du sein': 'onkoloji',
    psychologue: 'ruh-sagligi',
    'perdre du poids': 'diyet',
  },
}

describe.each(LANGUAGES)('in %s', (language) => {
  test.each(Object.entries(SEARCHES[language]))('“%s” means %s', (search, codes) => {
    expect(meaningOf(search, language).toSorted()).toEqual(codes.split(' ').toSorted())
  })

  test('every name of a specialty finds that specialty', () => {
    expect(specialties).toHaveLength(25)
    const meanings = specialties.map(({ names }) => [names[language], meaningOf(names[language] ?? '', language)])
    expect(meanings).toEqual(specialties.map(({ code, names }) => [names[language], [code]]))
  })
})

test('there are twenty searches in every language', () => {
  for (const language of LANGUAGES) expect(Object.keys(SEARCHES[language])).toHaveLength(20)
})

test.each([
  ['tr', 'diş'],
  ['tr', 'diş ağrısı'],
  ['az', 'diş ağrısı'],
  ['en', 'toothache'],
  ['ru', 'зуб болит'],
  ['ar', 'طبيب أسنان'],
  ['fr', 'mal de dents'],
] as const)('finds no specialty in %s for “%s”', (language, search) => {
  expect(meaningOf(search, language)).toEqual([])
})

test('words in another language match from four letters on', () => {
  expect(meaningOf('heart', 'tr')).toEqual(['kardiyoloji'])
  expect(meaningOf('kalp', 'ru')).toEqual(['kardiyoloji'])
  expect(meaningOf('ear', 'tr')).toEqual([])
})

test('the beginning of a word matches while the user types', () => {
  expect(meaningOf('kardi', 'tr')).toContain('kardiyoloji')
  expect(meaningOf('педиа', 'ru')).toEqual(['pediatri'])
})
