// An afternoon of a doctor with five patients. A room opens a quarter of an hour before its appointment, and an appointment can be
// completed once it has begun. So the doctor sees two patients, one of them twice, and three read when they can come in.
import type { Page } from '@playwright/test'
import type { Cast, Person } from './cast.ts'
import { expectTalking, press, setForward } from './consultation.ts'
import { expect, test } from './fixtures.ts'

const MINUTE_MS = 60_000
const SESSION_MINUTES = 15
const FIVE = ['Ela', 'Can', 'Naz', 'Ali', 'Ece']
const OPENS_LATER = /^Video görüşme \d+ dakika sonra başlatılabilir\.$/
/** The first call of a run starts the function that opens rooms. */
const ROOM_OPENS = { timeout: 30_000 }

const waiting = (page: Page, name: string) => page.getByRole('region', { name: '1 hasta bekliyor' }).filter({ hasText: name })
const nobodyWaits = (page: Page) => expect(page.getByRole('region', { name: /hasta bekliyor$/ })).toHaveCount(0)
const beside = (page: Page) => page.getByRole('complementary', { name: 'Not' })
const noteOf = (page: Page) => beside(page).getByRole('textbox', { name: 'Not', exact: true })
const complete = (page: Page) => beside(page).getByRole('button', { name: 'Bitir ve tamamla' })

/** Five appointments of a quarter of an hour, one after the other. The first has just begun. */
async function afternoon(cast: Cast) {
  const booked = new Date(Math.ceil(Date.now() / MINUTE_MS + 2) * MINUTE_MS)
  // Chooses a time zone where the day is not about to end.
  const timezone = booked.getUTCHours() < 17 ? 'Europe/Istanbul' : 'America/New_York'
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: timezone }).format(booked)
  const clock = (start: Date, index: number) =>
    new Intl.DateTimeFormat('en-GB', { timeZone: timezone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(
      start.getTime() + index * SESSION_MINUTES * MINUTE_MS,
    )
  const hours = { start_time: clock(booked, 0), end_time: '00:00' }
  const doctor = await cast.doctor('Deniz', { timezone, session_duration: SESSION_MINUTES, hours })
  await cast.write('PATCH', `/rest/v1/doctors?id=eq.${doctor.doctorId}`, { gap_minutes: 0 })
  const appointments: { patient: Person; id: string }[] = []
  for (const [index, first] of FIVE.entries()) {
    const patient = await cast.person(first)
    appointments.push({ patient, id: await cast.appointment(patient, doctor, day, clock(booked, index), 'confirmed') })
  }
  const start = await cast.begin(booked, ...appointments.map(({ id }) => id))
  const [ela, can, ...later] = await Promise.all(
    appointments.map(async ({ patient, id }, index) => ({
      id,
      clock: clock(start, index),
      name: `${FIVE[index]} Öykü`,
      page: await patient.browse(),
    })),
  )
  if (!ela || !can) throw new Error('there are five')
  // In the database the second room is open; on this patient's clock it opens in five minutes.
  await can.page.clock.install({ time: start.getTime() - 5 * MINUTE_MS })
  for (const { id, page } of [ela, can, ...later]) await page.goto(`/call/${id}`)
  return { start, doctor, ela, can, later }
}

test('a doctor sees one patient after the other, and each of the five reads their place in the queue', { tag: '@long' }, async ({
  cast,
}) => {
  test.slow()
  const { start, doctor, ela, can, later } = await afternoon(cast)
  const panel = await doctor.open('/doctor')
  await press(ela.page, 'Hemen Görüşmeyi Başlat')
  await expect(ela.page.getByText('Doktorunuz, geldiğinizi ekranında görüyor.')).toBeVisible(ROOM_OPENS)
  await expect(waiting(panel, ela.name)).toBeVisible()
  await expect(panel).toHaveTitle(/^\(1\) Ela Öykü bekliyor · /)
  await press(panel, `${ela.name} ile şimdi görüş`)
  await expectTalking(ela.page, panel)
  await press(panel, 'Not')
  await noteOf(panel).fill('Ela için: bol su.')
  const next = beside(panel).getByText(`${can.clock} · ${can.name}`)
  await expect(next).toBeVisible()

  // The second patient comes in while the doctor is in the first consultation.
  for (const { page } of [can, ...later]) await expect(page.getByText(OPENS_LATER)).toBeVisible()
  // Records that the doctor began on time, however long the story took to get here.
  await cast.write('PATCH', `/rest/v1/appointments?id=eq.${ela.id}`, { call_started_at: start.toISOString() })
  await setForward(can.page, start)
  await press(can.page, 'Hemen Görüşmeyi Başlat')
  await expect(can.page.getByText('Doktorunuz şu anda başka bir görüşmede.')).toBeVisible(ROOM_OPENS)
  await expect(can.page.getByText(/^Randevunuz 1[45] dakika sonra başlıyor\.$/)).toBeVisible()
  await expect(next).toContainText('Bekliyor')
  for (const { page } of later) await expect(page.getByText(OPENS_LATER)).toBeVisible()

  await expect(complete(panel)).toBeEnabled({ timeout: 20_000 })
  await complete(panel).click()
  await panel.getByRole('dialog').getByRole('button', { name: 'Notu kaydet ve tamamla' }).click()
  for (const page of [ela.page, panel]) await expect(page.getByText('Randevu tamamlandı; görüşme odası kapandı.')).toBeVisible()
  await press(panel, 'Randevulara dön')
  await expect(waiting(panel, can.name)).toBeVisible()
  await expect(can.page.getByText('Doktorunuz, geldiğinizi ekranında görüyor.')).toBeVisible()

  await press(panel, `${can.name} ile şimdi görüş`)
  await expectTalking(can.page, panel)
  await press(panel, 'Not')
  await expect(noteOf(panel)).toHaveValue('')
  await noteOf(panel).fill('Can için: kontrol.')
  await beside(panel).getByRole('button', { name: 'Notu Kaydet' }).first().click()
  await expect(beside(panel).getByText('Kaydedildi; hasta bu notu okuyabilir.')).toBeVisible()
  await expect(beside(panel).getByText(`${later[0]?.clock} · Naz Öykü`)).not.toContainText('Bekliyor')
  // The appointment has not begun yet.
  await expect(complete(panel)).toBeDisabled()
  await press(can.page, 'Görüşmeyi bitir')
  await expect(panel.getByText(/^Can Öykü görüşmeden ayrıldı/)).toBeVisible()
  await press(panel, 'Görüşmeyi bitir')
  await nobodyWaits(panel)
  await expect(can.page.getByText('Doktorunuz görüşmeyi bitirdi', { exact: true })).toBeVisible()

  // The doctor forgot a question and reopens the call, and the same patient comes back.
  await press(panel, 'Görüşmeyi yeniden aç')
  await press(can.page, 'Hemen Görüşmeyi Başlat')
  await expectTalking(can.page, panel)
  await press(panel, 'Not')
  await expect(noteOf(panel)).toHaveValue('Can için: kontrol.')
  await nobodyWaits(panel)

  const ids = [ela.id, can.id].join(',')
  const query = `/rest/v1/appointments?id=in.(${ids})&select=status,notes&order=starts_at`
  expect((await cast.act<object[]>(doctor, 'GET', query)).body).toEqual([
    { status: 'completed', notes: 'Ela için: bol su.' },
    { status: 'confirmed', notes: 'Can için: kontrol.' },
  ])
})
