// Validation of content entries by the database. Text stays text, whatever it contains.
import { expect, test } from 'vitest'
import { anonymous, superuser, useClinic } from './clinic.ts'
import { faq, notice, PHOTO, project, publish, save } from './content.ts'

const db = useClinic()

const refused = async (body: object, target: object = {}) => {
  try {
    await db.as(superuser, (session) => save(session, body, target))
  } catch (error) {
    return (error as Error).message
  }
  return 'accepted'
}

const SCRIPT = '<script>alert(1)</script><img src=x onerror=alert(1)>'
const LANGUAGES = ['tr', 'az', 'en', 'ru', 'ar', 'fr']
const inAll = (text: string) => Object.fromEntries(LANGUAGES.map((language) => [language, text]))

test('script in every field is stored as the text that it is', async () => {
  const bodies = [
    project({
      titles: inAll(SCRIPT),
      places: inAll(SCRIPT),
      texts: inAll(`${SCRIPT}\n\n[x](javascript:alert(1))`),
      photos: [{ path: PHOTO, alts: inAll(SCRIPT) }],
    }),
    faq({ questions: inAll(SCRIPT), answers: inAll(SCRIPT) }),
    notice({ texts: inAll(SCRIPT) }),
  ]
  await db.as(superuser, async (session) => {
    for (const body of bodies) await publish(session, await save(session, body))
    const stored = await session.as(anonymous, ({ query }) =>
      query('select body from site_content order by kind = $1, kind = $2', ['notice', 'faq']),
    )
    expect(stored).toEqual(bodies.map((body) => ({ body })))
  })
})

test('an entry may be as long as its limits in all languages', async () => {
  const photos = Array.from({ length: 12 }, (_, n) => ({
    path: PHOTO.replace('0b', `${n}`.padStart(2, '0')),
    alts: inAll('ə'.repeat(200)),
  }))
  const whole = project({ titles: inAll('ə'.repeat(100)), places: inAll('ə'.repeat(80)), texts: inAll('ə'.repeat(4000)), photos })
  expect(await refused(whole)).toBe('accepted')
  expect(await refused(project({ titles: { ar: 'مطبخ' }, places: {}, texts: {}, photos: [], year: null, area_m2: null }))).toBe('accepted')
  expect(await refused(faq({ questions: inAll('ə'.repeat(200)), answers: inAll('ə'.repeat(4000)) }))).toBe('accepted')
  expect(await refused(notice({ texts: inAll('ə'.repeat(300)), from: '2026-01-01', until: '2026-01-01' }))).toBe('accepted')
})

const photo = (more: object) => project({ photos: [{ path: PHOTO, alts: { tr: 'Ada' }, ...more }] })
const BODIES: [string, object][] = [
  ['a project without a title', project({ titles: {} })],
  ['a title of blanks', project({ titles: { tr: '  ' } })],
  ['a title of two lines', project({ titles: { tr: 'Beyaz\nmutfak' } })],
  ['a title in an unknown language', project({ titles: { de: 'Küche' } })],
  ['a title that is a number', project({ titles: { tr: 5 } })],
  ['titles as a list', project({ titles: ['Mutfak'] })],
  ['a title that is too long', project({ titles: { tr: 'x'.repeat(101) } })],
  ['a megabyte of text', project({ texts: { tr: 'x'.repeat(1_000_000) } })],
  ['a text that is too long', project({ texts: { tr: 'x'.repeat(4001) } })],
  ['a place that is too long', project({ places: { tr: 'x'.repeat(81) } })],
  ['an unknown key', project({ price: 5 })],
  ['a missing key', project({ year: undefined })],
  ['a year that is text', project({ year: '2025' })],
  ['a year that is too early', project({ year: 1899 })],
  ['a fractional year', project({ year: 2025.5 })],
  ['a huge area', project({ area_m2: 1e300 })],
  ['an area of zero', project({ area_m2: 0 })],
  ['photos as text', project({ photos: PHOTO })],
  ['thirteen photos', project({ photos: Array.from({ length: 13 }, () => ({ path: PHOTO, alts: { tr: 'Ada' } })) })],
  ['a photo without alternative text', photo({ alts: {} })],
  ['a photo at another site', photo({ path: 'https://example.test/a.webp' })],
  ['a photo in another folder', photo({ path: `../doctor-photos/${PHOTO}` })],
  ['a photo with an unknown key', photo({ onload: 'alert(1)' })],
  ['a photo that is text', project({ photos: [PHOTO] })],
  ['a question of an unknown category', faq({ category: 'other' })],
  ['a question without an answer in its language', faq({ answers: { en: 'Baku.' } })],
  ['questions as text', faq({ questions: 'Hangi?' })],
  ['an answer that is too long', faq({ answers: { tr: 'x'.repeat(4001) } })],
  ['a notice without text', notice({ texts: {} })],
  ['a notice of two lines', notice({ texts: { tr: 'Bir\niki' } })],
  ['a notice that is too long', notice({ texts: { tr: 'x'.repeat(301) } })],
  ['a notice from a day that does not exist', notice({ from: '2026-02-30' })],
  ['a notice from a text that is no date', notice({ from: 'tomorrow' })],
  ['a notice that ends before it begins', notice({ from: '2027-01-01', until: '2026-12-31' })],
]

test.each(BODIES)('%s is refused', async (_, body) => {
  expect(await refused(body)).toBe('content_invalid')
})

test.each(['project', 'faq', 'page', ''])('a notice is refused as %j', async (kind) => {
  expect(await refused(notice(), { kind, slug: 'which-cities' })).toBe('content_invalid')
})

test.each(['', 'ab', 'White', 'white kitchen', '-kitchen', 'kitchen-', 'кухня', '../admin', 'javascript:alert(1)', 'x'.repeat(61), null])(
  'the slug %j is refused',
  async (slug) => {
    expect(await refused(project(), { slug })).toBe('content_invalid')
  },
)

test('a notice has no slug', async () => {
  expect(await refused(notice(), { slug: 'closed-today' })).toBe('content_invalid')
})

test('an entry does not change its kind', async () => {
  await db.as(superuser, async (session) => {
    const id = await save(session, project(), { slug: 'white-kitchen' })
    await expect(save(session, faq(), { id, version: 1 })).rejects.toThrow('content_invalid')
  })
})
