// Every page on a phone with double-size text: all of it can be read, and nothing scrolls sideways.
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { inDays } from './booking-form.ts'
import type { Cast } from './cast.ts'
import { expect, test } from './fixtures.ts'
import { anAdmin } from './management.ts'
import { unreadableTexts } from './text-size.ts'

const PHONE = { viewport: { width: 375, height: 812 } }
const { pages: PUBLIC, app: APP } = JSON.parse(readFileSync('web/dist/routes.json', 'utf8')) as { pages: string[]; app: string[] }

/** A clinic with an appointment that has begun, one that was asked for and one in the past. */
async function aClinic(cast: Cast) {
  const [doctor, patient] = [await cast.doctor('Abdurrahman'), await cast.person('Gülnarəxanım')]
  const id = await cast.appointment(patient, doctor, inDays(3), '10:00', 'confirmed')
  await cast.appointment(patient, doctor, inDays(3), '13:30')
  const past = await cast.appointment(patient, doctor, inDays(4), '10:00', 'confirmed')
  await cast.begin(new Date(`${inDays(3)}T10:00:00+03:00`), id)
  await cast.begin(new Date(`${inDays(5)}T10:00:00+03:00`), past)
  return { doctor, patient, admin: await anAdmin(cast), appRoutes: APP.map((path) => path.replace(':appointmentId', id)) }
}

/** Opens each page once, and enlarges its text in both ways. */
async function expectReadable(page: Page, paths: string[]) {
  // Some twenty pages, each laid out three times.
  test.slow()
  const problems: object[] = []
  for (const path of paths) {
    await page.goto(path)
    // Polls at every frame, because the intervals of `expect` would take half a second longer.
    await page.waitForFunction(() => !document.querySelector('.skeleton, .arch-drawing'))
    // A page that is not for this person redirects.
    if (new URL(page.url()).pathname !== path.split('?')[0]) continue
    for (const found of await unreadableTexts(page)) problems.push({ path, ...found })
  }
  expect(problems).toEqual([])
}

test('visitors can read every page with large text', async ({ cast }) => {
  await aClinic(cast)
  const page = await cast.visitor(PHONE)
  await expectReadable(page, [...PUBLIC, '/no-such-page', '/appointments'])
})

test('patients can read every page with large text', async ({ cast }) => {
  const { patient, doctor, appRoutes } = await aClinic(cast)
  const page = await patient.browse(PHONE)
  const more = ['/appointments?tab=new', `/appointments?doctor=${doctor.doctorId}`]
  await expectReadable(page, [...appRoutes, ...more])
})

test('doctors can read every page with large text', async ({ cast }) => {
  const { doctor, appRoutes } = await aClinic(cast)
  const page = await doctor.browse(PHONE)
  const more = ['/doctor?tab=availability', '/doctor?tab=notes', '/calendar?view=week', '/calendar?view=agenda']
  await expectReadable(page, [...appRoutes, ...more])
})

test('admins can read every page with large text', async ({ cast }) => {
  const { admin, appRoutes } = await aClinic(cast)
  const page = await admin.browse(PHONE)
  const more = [
    '/admin/logs?tab=mails',
    '/admin/logs?tab=audit',
    ...['project', 'faq', 'notice'].map((tab) => `/admin/site?tab=${tab}&new=${crypto.randomUUID()}`),
    ...['assign', 'availability', 'leaves'].map((tab) => `/doctor-management?tab=${tab}`),
  ]
  await expectReadable(page, [...appRoutes, ...more])
})
