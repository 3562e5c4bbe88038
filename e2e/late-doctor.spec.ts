// A doctor who runs late: what patient and doctor read, how a call ends, and who is next. Time passes in the database.
import type { Page } from '@playwright/test'
import { expectAccessible } from './access.ts'
import type { Cast, Person } from './cast.ts'
import { consultation, expectTalking, press } from './consultation.ts'
import { expect, test } from './fixtures.ts'

const MINUTE_MS = 60_000
/** The first call of a run starts the function that opens rooms. */
const ROOM_OPENS = { timeout: 30_000 }
const SEEN = 'Doktorunuz, geldiğinizi ekranında görüyor.'
const AWAY = 'Doktorunuz şu anda sitede değil. Geldiğinde beklediğinizi görecek.'
const OFFER = /^Doktorunuz henüz katılmadı\./
const ENDED = 'Doktorunuz görüşmeyi bitirdi'
const PHONE = '+994 12 000 00 00'

const waiting = (page: Page, name = 'Ela Öykü') => page.getByRole('region', { name: /hasta bekliyor$/ }).filter({ hasText: name })
/** Sends the next heartbeat at once, instead of within twelve seconds. */
const beat = (page: Page) => page.evaluate(() => void document.dispatchEvent(new Event('visibilitychange')))

/** A half-hour consultation that has just begun, with the patient in its room. */
async function begun(cast: Cast) {
  const { doctor, patient, id, start } = await consultation(cast)
  await cast.begin(start, id)
  const hers = await patient.open(`/call/${id}`)
  await press(hers, 'Hemen Görüşmeyi Başlat')
  const pass = async (minutes: number) => {
    await cast.passTime(minutes, id)
    await beat(hers)
  }
  return { doctor, patient, id, hers, pass }
}

test('keeps patient and doctor together when the doctor is late by 5, 20 and 50 minutes, and both reload', async ({ cast }) => {
  const { doctor, id, hers, pass } = await begun(cast)
  await expect(hers.getByText(AWAY)).toBeVisible(ROOM_OPENS)
  const panel = await doctor.open('/doctor')
  await expect(waiting(panel)).toBeVisible()
  await expect(hers.getByText(SEEN)).toBeVisible()

  for (const [minutes, late] of [
    [5, /Yaklaşık [56] dakika gecikme var\./],
    [15, /Yaklaşık 2[01] dakika gecikme var\./],
    [30, /Yaklaşık 5[01] dakika gecikme var\./],
  ] as const) {
    await pass(minutes)
    await expect(hers.getByText(late)).toBeVisible()
    await expect(waiting(panel)).toBeVisible()
    const isOffered = minutes > 5
    await expect(hers.getByText(OFFER)).toHaveCount(isOffered ? 1 : 0)
    await expect(hers.getByRole('link', { name: PHONE })).toHaveCount(isOffered ? 1 : 0)
  }
  await expect(hers.getByRole('button', { name: 'Başka bir zaman seç' })).toBeVisible()
  // Nothing covers the button on a small phone.
  await hers.setViewportSize({ width: 375, height: 667 })
  await hers.getByRole('button', { name: 'Beklemeye devam et' }).click({ trial: true })
  await expect(hers.getByRole('link', { name: PHONE })).toBeInViewport({ ratio: 1 })
  await hers.setViewportSize({ width: 1280, height: 720 })
  await press(hers, 'Beklemeye devam et')
  await expect(hers.getByText(OFFER)).toHaveCount(0)

  // Twenty minutes after the booked end, the doctor sees one card, for the waiting patient: with an answer, the chat and the call.
  await panel.reload()
  await expect(waiting(panel).getByRole('button', { name: 'Hasta kartı' })).toBeVisible()
  await expect(panel.getByRole('region', { name: 'Sıradaki randevu' })).toHaveCount(0)
  await press(panel, 'Ela Öykü için: 5 dakika sonra')
  await expect(hers.getByText('Doktorunuz yaklaşık 5 dakika içinde sizinle olacak.')).toBeVisible()
  const written = await cast.act(doctor, 'POST', '/rest/v1/appointment_messages', { appointment_id: id, body: 'Geliyorum' })
  expect(written.status).toBe(201)
  await press(panel, 'Ela Öykü ile şimdi görüş')
  await expectTalking(hers, panel)
  await Promise.all([hers.reload(), panel.reload()])
  await expectTalking(hers, panel)
})

test('a call that the doctor ends is over for both, and only the doctor can reopen it', async ({ cast }) => {
  const { doctor, patient, id, hers } = await begun(cast)
  const theirs = await doctor.open(`/call/${id}`)
  await press(theirs, 'Hemen Görüşmeyi Başlat')
  await expectTalking(hers, theirs)
  // On a phone the chat covers the call.
  await hers.setViewportSize({ width: 375, height: 740 })
  await press(hers, 'Mesajlar')
  await press(theirs, 'Görüşmeyi bitir')
  await expect(hers.getByRole('complementary', { name: 'Mesajlar' }).getByText(ENDED, { exact: true })).toBeVisible()
  // The news above the panel does not push the field out of the window.
  for (const part of [hers.getByLabel('Mesajınız'), hers.getByRole('button', { name: 'Gönder', exact: true })]) {
    await expect(part).toBeInViewport({ ratio: 1 })
  }
  await press(hers, 'Görüşmeyi göster')
  await expect(theirs.getByRole('heading', { name: 'Görüşme sonlandırıldı.' })).toBeVisible()
  // The note can be written in the place of the call.
  await theirs.getByLabel('Not', { exact: true }).fill('İki hafta sonra kontrol')
  await press(theirs, 'Notu Kaydet')
  await expect(theirs.getByText('Kaydedildi; hasta bu notu okuyabilir.')).toBeVisible()
  await expect(hers.getByRole('heading', { name: ENDED })).toBeVisible()
  await expect(hers.getByText(/^Hazır olduğunda randevularınızda/)).toBeVisible()
  await expect(hers.getByRole('link', { name: 'Yeni randevu al' })).toBeVisible()
  // She is in no queue, and she cannot come back.
  await expect(theirs.getByRole('region', { name: /hasta bekliyor$/ })).toHaveCount(0)
  expect((await cast.act(patient, 'POST', '/rest/v1/rpc/wait_for_doctor', { appointment_id: id })).status).toBe(400)
  await hers.reload()
  await expect(hers.getByRole('heading', { name: ENDED })).toBeVisible()
  const row = await cast.act<object[]>(doctor, 'GET', `/rest/v1/appointments?id=eq.${id}&select=status`)
  expect(row.body).toEqual([{ status: 'confirmed' }])

  await press(theirs, 'Görüşmeyi yeniden aç')
  await expect(hers.getByText('Doktorunuz görüşmeyi yeniden açtı; katılabilirsiniz.')).toBeVisible()
  await press(hers, 'Görüşmeye Katıl')
  await expectTalking(hers, theirs)
  // A patient who leaves may come back.
  await press(hers, 'Görüşmeyi bitir')
  await expect(theirs.getByText(/^Ela Öykü görüşmeden ayrıldı/)).toBeVisible()
  await press(hers, 'Hemen Görüşmeyi Başlat')
  await expectTalking(hers, theirs)
})

test('a patient whose doctor never comes reads that the room has closed, and chooses another time', async ({ cast }) => {
  const { doctor, id, hers, pass } = await begun(cast)
  await expect(hers.getByText(AWAY)).toBeVisible(ROOM_OPENS)
  await pass(95)
  await expect(hers.getByText('Randevunuzun süresi doldu; görüşme odası kapandı.')).toBeVisible()
  await expect(hers.getByText(AWAY)).toHaveCount(0)
  await expect(hers.getByRole('link', { name: PHONE })).toBeVisible()
  await expectAccessible(hers, { what: 'closed room' })
  const theirs = await doctor.open(`/call/${id}`)
  await expect(theirs.getByText('Video görüşme süresi geçmiştir.')).toBeVisible()
  await press(hers, 'Başka bir zaman seç')
  const dialog = hers.getByRole('dialog')
  await dialog.getByRole('radio').last().press('Space')
  await dialog.getByRole('button', { name: 'Saati Değiştir' }).click()
  await expect(hers).toHaveURL(/\/appointments$/)
})

test('the page says when heartbeats do not reach the server', async ({ cast }) => {
  const { hers } = await begun(cast)
  await expect(hers.getByText(AWAY)).toBeVisible(ROOM_OPENS)
  await hers.route('**/rest/v1/rpc/wait_for_doctor', (route) => route.abort())
  await beat(hers)
  await expect(hers.getByText(/^Sunucuya ulaşılamıyor; doktorunuz beklediğinizi/)).toBeVisible()
  await expect(hers.getByText(AWAY)).toHaveCount(0)
  await hers.unroute('**/rest/v1/rpc/wait_for_doctor')
  await beat(hers)
  await expect(hers.getByText(AWAY)).toBeVisible()
})

/** Appointments of a quarter of an hour, one after the other. The first two have begun, and the room of the third is open. */
async function threeInARow(cast: Cast) {
  const booked = new Date(Math.ceil(Date.now() / MINUTE_MS + 2) * MINUTE_MS)
  const timezone = booked.getUTCHours() < 18 ? 'Europe/Istanbul' : 'America/New_York'
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: timezone }).format(booked)
  const clock = (index: number) =>
    new Intl.DateTimeFormat('en-GB', { timeZone: timezone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(
      booked.getTime() + index * 15 * MINUTE_MS,
    )
  const doctor = await cast.doctor('Deniz', { timezone, session_duration: 15, hours: { start_time: clock(0), end_time: '00:00' } })
  await cast.write('PATCH', `/rest/v1/doctors?id=eq.${doctor.doctorId}`, { gap_minutes: 0 })
  const rows: { patient: Person; id: string }[] = []
  for (const [index, first] of ['Ela', 'Can', 'Naz'].entries()) {
    const patient = await cast.person(first)
    rows.push({ patient, id: await cast.appointment(patient, doctor, day, clock(index), 'confirmed') })
  }
  const ids = rows.map(({ id }) => id)
  await cast.begin(booked, ...ids)
  const [ela, can, naz] = rows
  if (!ela || !can || !naz) throw new Error('there are three')
  return { doctor, ela, can, naz, ids }
}

test('a late doctor sees three patients in a row, each next one with one click', { tag: '@long' }, async ({ cast }) => {
  test.slow()
  const { doctor, ela, can, naz, ids } = await threeInARow(cast)
  const enter = async ({ patient, id }: { patient: Person; id: string }) => {
    const page = await patient.open(`/call/${id}`)
    await press(page, 'Hemen Görüşmeyi Başlat')
    return page
  }
  const hers = await enter(ela)
  await expect(hers.getByText(AWAY)).toBeVisible(ROOM_OPENS)
  const panel = await doctor.open('/doctor')
  await press(panel, 'Ela Öykü ile şimdi görüş')
  await expectTalking(hers, panel)
  await cast.passTime(12, ...ids)
  const his = await enter(can)
  await expect(his.getByText('Doktorunuz şu anda başka bir görüşmede.')).toBeVisible()
  await expect(panel.getByText('Sırada: Can Öykü')).toBeVisible()

  // The doctor is ten minutes late: the second patient is offered another time, and keeps waiting.
  await cast.passTime(15, ...ids)
  await beat(his)
  await expect(his.getByText(OFFER)).toBeVisible()
  await press(panel, 'Bitir ve sıradakini al: Can Öykü')
  await expect(panel).toHaveURL(`/call/${can.id}`)
  await expect(hers.getByRole('heading', { name: ENDED })).toBeVisible()
  await expectTalking(his, panel)

  const third = await enter(naz)
  await expect(third.getByText('Doktorunuz şu anda başka bir görüşmede.')).toBeVisible()
  // The patient who was just seen does not count.
  await expect(third.getByText(/^Sizden önce/)).toHaveCount(0)
  await press(panel, 'Görüşmeyi bitir')
  await expect(his.getByRole('heading', { name: ENDED })).toBeVisible()
  await expect(third.getByText(SEEN)).toBeVisible()
  await press(panel, 'Naz Öykü ile şimdi görüş')
  await expectTalking(third, panel)
})
