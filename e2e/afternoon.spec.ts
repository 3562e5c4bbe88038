// An afternoon of a doctor with five patients, by the real clock: a room opens a quarter of an hour before its appointment, and an
// appointment can be completed once it has begun. So two patients are received, one of them twice, and three read when they can come in.
import type { Page } from '@playwright/test'
import type { Cast } from './cast.ts'
import { expectTalking, press } from './consultation.ts'
import { expect, test } from './fixtures.ts'

const MINUTE_MS = 60_000
const SESSION_MINUTES = 15
/** The first call of a run starts the function that opens rooms. */
const ROOM_OPENS = { timeout: 30_000 }

const waiting = (page: Page, name: string) => page.getByRole('region', { name: '1 hasta bekliyor' }).filter({ hasText: name })
const nobodyWaits = (page: Page) => expect(page.getByRole('region', { name: /hasta bekliyor$/ })).toHaveCount(0)
const beside = (page: Page) => page.getByRole('complementary', { name: 'Not' })
const noteOf = (page: Page) => beside(page).getByRole('textbox', { name: 'Not', exact: true })
const complete = (page: Page) => beside(page).getByRole('button', { name: 'Bitir ve tamamla' })

/** Five appointments of a quarter of an hour, one after the other. The first begins with the next minute. */
async function afternoon(cast: Cast) {
  const start = new Date(Math.ceil((Date.now() + 10_000) / MINUTE_MS) * MINUTE_MS)
  // In a time zone where the day is not about to end.
  const timezone = start.getUTCHours() < 17 ? 'Europe/Istanbul' : 'America/New_York'
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: timezone }).format(start)
  const clockAfter = (minutes: number) =>
    new Intl.DateTimeFormat('en-GB', { timeZone: timezone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(
      start.getTime() + minutes * MINUTE_MS,
    )
  const hours = { start_time: clockAfter(0), end_time: '00:00' }
  const doctor = await cast.doctor('Deniz', { timezone, session_duration: SESSION_MINUTES, hours })
  await cast.write('PATCH', `/rest/v1/doctors?id=eq.${doctor.doctorId}`, { gap_minutes: 0 })
  const book = async (first: string, index: number) => {
    const patient = await cast.person(first)
    const clock = clockAfter(index * SESSION_MINUTES)
    const id = await cast.appointment(patient, doctor, day, clock, 'confirmed')
    return { patient, id, clock, name: `${first} Öykü`, page: await patient.open(`/call/${id}`) }
  }
  const [ela, can] = [await book('Ela', 0), await book('Can', 1)]
  return { start, doctor, ela, can, later: [await book('Naz', 2), await book('Ali', 3), await book('Ece', 4)] }
}

test('a doctor receives one patient after the other, and each of the five reads where they stand', async ({ cast }) => {
  // The second room opens when the first appointment begins, and the database keeps the real time: this takes up to a minute.
  test.setTimeout(150_000)
  const { start, doctor, ela, can, later } = await afternoon(cast)
  const panel = await doctor.open('/doctor')
  await press(ela.page, 'Hemen Görüşmeyi Başlat')
  await expect(ela.page.getByText('Geldiğiniz, doktorunuzun ekranında görünüyor.')).toBeVisible(ROOM_OPENS)
  await expect(waiting(panel, ela.name)).toBeVisible()
  await expect(panel).toHaveTitle(/^\(1\) Ela Öykü bekliyor · /)
  await press(panel, `${ela.name} ile şimdi görüş`)
  await expectTalking(ela.page, panel)
  await press(panel, 'Not')
  await noteOf(panel).fill('Ela için: bol su.')
  const next = beside(panel).getByText(`${can.clock} · ${can.name}`)
  await expect(next).toBeVisible()

  // The second patient comes in while the doctor is in the first consultation.
  await expect.poll(() => Date.now(), { timeout: 90_000 }).toBeGreaterThan(start.getTime())
  await press(can.page, 'Hemen Görüşmeyi Başlat')
  await expect(can.page.getByText('Doktorunuz şu anda başka bir görüşmede.')).toBeVisible(ROOM_OPENS)
  await expect(can.page.getByText(/^Randevunuz 1[45] dakika sonra başlıyor\.$/)).toBeVisible()
  await expect(next).toContainText('Bekliyor')
  for (const { page } of later) await expect(page.getByText(/^Video görüşme \d+ dakika sonra başlatılabilir\.$/)).toBeVisible()

  await expect(complete(panel)).toBeEnabled({ timeout: 20_000 })
  await complete(panel).click()
  await panel.getByRole('dialog').getByRole('button', { name: 'Notu kaydet ve tamamla' }).click()
  for (const page of [ela.page, panel])
    await expect(page.getByText('Randevu tamamlandı ya da iptal edildi; görüşme odası kapandı.')).toBeVisible()
  await press(panel, 'Randevulara dön')
  await expect(waiting(panel, can.name)).toBeVisible()
  await expect(can.page.getByText('Geldiğiniz, doktorunuzun ekranında görünüyor.')).toBeVisible()

  await press(panel, `${can.name} ile şimdi görüş`)
  await expectTalking(can.page, panel)
  await press(panel, 'Not')
  await expect(noteOf(panel)).toHaveValue('')
  await noteOf(panel).fill('Can için: kontrol.')
  await beside(panel).getByRole('button', { name: 'Notu Kaydet' }).first().click()
  await expect(beside(panel).getByText('Kaydedildi; hasta bu notu okuyabilir.')).toBeVisible()
  await expect(beside(panel).getByText(`${later[0]?.clock} · Naz Öykü`)).not.toContainText('Bekliyor')
  // It has not begun yet.
  await expect(complete(panel)).toBeDisabled()
  await press(can.page, 'Görüşmeyi bitir')
  await expect(panel.getByText(/^Can Öykü görüşmeden ayrıldı/)).toBeVisible()
  await press(panel, 'Görüşmeyi bitir')
  await panel.getByRole('main').getByRole('link', { name: 'Randevulara dön' }).click()
  await expect(panel).toHaveURL('/doctor')
  await nobodyWaits(panel)

  // A question that was forgotten: the same patient comes back.
  await press(can.page, 'Hemen Görüşmeyi Başlat')
  await expect(waiting(panel, can.name)).toBeVisible()
  await press(panel, `${can.name} ile şimdi görüş`)
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
