// The panels beside a call. The doctor's has the note with its draft, the patient card and completing the appointment; the patient has one
// too.
import type { Page } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from './access.ts'
import { consultation, expectTalking, meet, press, setForward } from './consultation.ts'
import { expect, test } from './fixtures.ts'

const PHONE = { width: 375, height: 812 }
const panel = (page: Page, name: string) => page.getByRole('complementary', { name })
const noteOf = (page: Page) => panel(page, 'Not').getByRole('textbox', { name: 'Not', exact: true })
const NO_CONNECTION = { code: 'PGRST003', message: 'Timed out acquiring connection from connection pool.', details: null, hint: null }
const DRAFT_SAVED = 'Taslak kaydedildi. Siz notu kaydedene kadar hasta onu görmez.'

test('a doctor writes the note during the call: a reload keeps the draft, and the patient reads it only once it is saved', {
  tag: '@long',
}, async ({ cast }) => {
  test.slow()
  const { doctor, patient, id, hers, theirs } = await meet(cast)
  // The server has no free connection at first, so the page retries by itself.
  await theirs.route('**/rest/v1/rpc/get_note_draft', (route) => route.fulfill({ status: 504, json: NO_CONNECTION }), { times: 1 })
  await press(theirs, 'Not')
  await expect(panel(theirs, 'Not')).toContainText('Kontrol')
  await noteOf(theirs).fill('Bol su, bir hafta dinlenme.')
  await expect(panel(theirs, 'Not').getByText(DRAFT_SAVED)).toBeVisible()

  const readByPatient = async () => {
    const { body } = await cast.act<{ notes: string | null }[]>(patient, 'GET', `/rest/v1/appointments?id=eq.${id}&select=notes`)
    return body[0]?.notes
  }
  expect(await readByPatient()).toBeNull()
  expect((await cast.act(patient, 'POST', '/rest/v1/rpc/get_note_draft', { appointment_id: id })).status).toBe(403)

  // The notes tab of the doctor's own panel shows the draft too.
  const notes = await doctor.open(`/doctor?tab=notes&visit=${id}`)
  await expect(notes.getByLabel('Not', { exact: true })).toHaveValue('Bol su, bir hafta dinlenme.')
  await notes.close()

  // After the reload the panel and the draft are there again, and so is the call.
  await theirs.reload()
  await expect(noteOf(theirs)).toHaveValue('Bol su, bir hafta dinlenme.')
  await expect(panel(theirs, 'Not').getByText(DRAFT_SAVED)).toBeVisible()
  await expectTalking(hers, theirs)

  // The text stays while the panel is closed.
  await theirs.keyboard.press('Escape')
  await expect(panel(theirs, 'Not')).toHaveCount(0)
  await expect(theirs.getByRole('button', { name: 'Not', exact: true })).toBeFocused()
  await press(theirs, 'Not')
  await expect(noteOf(theirs)).toHaveValue('Bol su, bir hafta dinlenme.')

  await panel(theirs, 'Not').getByLabel('Özel not').fill('Aspirin de sorulacak.')
  await panel(theirs, 'Not').getByRole('button', { name: 'Notu Kaydet', exact: true }).click()
  await expect(panel(theirs, 'Not').getByText('Kaydedildi; hasta bu notu okuyabilir.')).toBeVisible()
  await expect.poll(readByPatient).toBe('Bol su, bir hafta dinlenme.')
  const history = await patient.open('/profile')
  await history.getByRole('tab', { name: 'Randevu Geçmişi' }).click()
  await expect(history.getByText('Bol su, bir hafta dinlenme.')).toBeVisible()
  await expect(history.getByText('Aspirin de sorulacak.')).toHaveCount(0)
  const privateNote = () => cast.act<{ note: string }[]>(doctor, 'GET', `/rest/v1/appointment_private_notes?appointment_id=eq.${id}`)
  await expect.poll(async () => (await privateNote()).body[0]?.note).toBe('Aspirin de sorulacak.')

  await panel(theirs, 'Not').getByRole('tab', { name: 'Hasta kartı' }).click()
  await expect(panel(theirs, 'Hasta kartı')).toContainText('Tıbbi geçmiş')
  await expectAccessible(theirs, { what: 'card', where: '[aria-labelledby=side-panel]' })
})

test('one confirmation ends and completes an appointment that has begun, saves the note first, and informs both people', {
  tag: '@long',
}, async ({ cast }) => {
  test.slow()
  const { doctor, patient, id, start: booked } = await consultation(cast)
  const { body: asBooked } = await cast.act<{ appointment_date: string; appointment_time: string }[]>(
    patient,
    'GET',
    `/rest/v1/appointments?id=eq.${id}&select=appointment_date,appointment_time`,
  )
  const start = await cast.begin(booked, id)
  const hers = await patient.open(`/call/${id}`)
  const theirs = await doctor.browse()
  // In the database the appointment has begun; on the doctor's clock it begins in five minutes.
  await theirs.clock.install({ time: start.getTime() - 5 * 60_000 })
  await theirs.goto(`/call/${id}`)
  for (const page of [hers, theirs]) await press(page, 'Hemen Görüşmeyi Başlat')
  await press(theirs, 'Not')
  await noteOf(theirs).fill('Kontrole gelin.')
  const end = panel(theirs, 'Not').getByRole('button', { name: 'Bitir ve tamamla' })
  await expect(panel(theirs, 'Not').getByText('Bugün bundan sonra onaylanmış randevunuz yok.')).toBeVisible()
  // Meanwhile somebody books the hour after it.
  const [hour = '', minute = ''] = asBooked[0]?.appointment_time.split(':') ?? []
  const later = `${String(Number(hour) + 1).padStart(2, '0')}:${minute}`
  await cast.appointment(await cast.person('Naz'), doctor, asBooked[0]?.appointment_date ?? '', later, 'confirmed')
  await expect(panel(theirs, 'Not').getByText(`${later} · Naz Öykü`)).toBeVisible()
  await expect(end).toBeDisabled()
  await setForward(theirs, start)
  await expect(end).toBeEnabled()
  await expect(theirs.getByText('Kalan süre: 30 dk')).toBeVisible()
  await end.click()
  const question = theirs.getByRole('dialog', { name: 'Görüşme bitirilip randevu tamamlansın mı?' })
  await expect(question).toContainText('Notunuz henüz kaydedilmedi')
  await question.getByRole('button', { name: 'Notu kaydet ve tamamla' }).click()
  const closed = 'Randevu tamamlandı; görüşme odası kapandı.'
  for (const page of [hers, theirs]) await expect(page.getByText(closed)).toBeVisible()
  await expect(theirs.getByText(/^Kalan süre/)).toHaveCount(0)
  const { body } = await cast.act<object[]>(patient, 'GET', `/rest/v1/appointments?id=eq.${id}&select=status,notes`)
  expect(body).toEqual([{ status: 'completed', notes: 'Kontrole gelin.' }])
  // The doctor may still correct the note.
  await expect(noteOf(theirs)).toHaveValue('Kontrole gelin.')
  await expect(end).toHaveCount(0)
})

test('the patient reads who the doctor is and what they wrote, on a phone, in Arabic and with the keyboard', { tag: '@long' }, async ({
  cast,
}) => {
  const { doctor, patient, id } = await consultation(cast)
  await cast.write('PATCH', `/rest/v1/doctors?id=eq.${doctor.doctorId}`, { languages: ['tr', 'ar'] })
  const page = await patient.open(`/call/${id}`, { language: 'ar', viewport: PHONE })
  await page.getByRole('button', { name: 'بدء المكالمة الآن' }).click()
  await page.getByRole('button', { name: 'طبيبكم', exact: true }).click()
  const card = panel(page, 'طبيبكم')
  await expect(card.getByRole('heading', { name: 'طبيبكم' })).toBeFocused()
  await expect(card).toContainText('Türkçe')
  await expect(card).toContainText('Kontrol')
  await expectAccessible(page, { what: 'doctor', where: '[aria-labelledby=side-panel]' })
  await expectNoSidewaysScroll(page)
  await card.getByRole('tab', { name: 'طبيبكم' }).focus()
  await page.keyboard.press('End')
  await expect(panel(page, 'الملفات').getByRole('tab', { selected: true })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('complementary')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'الملفات', exact: true })).toBeFocused()
})
