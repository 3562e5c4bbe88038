// Patients without an account, as reception and doctors see them.
import { expectAccessible } from './access.ts'
import { chooseTime, inDays, typeDay } from './booking-form.ts'
import type { Cast, Doctor, Person } from './cast.ts'
import { expect, test } from './fixtures.ts'
import { anAdmin, word } from './management.ts'
import { card, mailsTo } from './staff-panel.ts'

const YEAR = new Date().getFullYear()

const addSon = async (cast: Cast, mother: Person) =>
  (
    await cast.act<string>(mother, 'POST', '/rest/v1/rpc/create_patient', {
      patient: { first_name: 'Can', last_name: 'Öykü', date_of_birth: `${YEAR - 5}-12-31`, gender: 'erkek', health_consent: '2026-11-18' },
      relationship: 'child',
      authority: 'parental',
      declaration_version: '2026-11-18',
    })
  ).body

async function askFor(cast: Cast, mother: Person, user_id: string, doctor: Doctor, appointment_time: string) {
  const given = { user_id, doctor_id: doctor.doctorId, appointment_date: inDays(3), appointment_time, patient_complaint: 'Ateş' }
  const { body } = await cast.act<{ id: string }[]>(mother, 'POST', '/rest/v1/appointments', given)
  return body[0]?.id ?? ''
}

test('reception books a caller who has no e-mail, and ticks off the reminder by phone', async ({ cast }) => {
  const [admin, doctor] = [await anAdmin(cast), await cast.doctor('Melek')]
  const page = await admin.open('/admin/appointments')
  await page.getByRole('button', { name: 'Hasta için randevu al' }).click()
  const dialog = page.getByRole('dialog', { name: 'Hasta için randevu al' })
  await expect(dialog).toContainText('Yalnızca telefonu olan hastaya siz haber verirsiniz.')
  // The name that was searched for in vain becomes the caller's.
  const last = word()
  await dialog.getByRole('combobox', { name: 'Hasta' }).fill(`Arayan ${last}`)
  await dialog.getByRole('button', { name: 'E-\u2060postası olmayan yeni hasta' }).click()
  await expect(dialog.getByLabel('Soyad')).toHaveValue(last)
  await dialog.getByRole('button', { name: 'Ekle ve Seç' }).click()
  const phone = dialog.getByLabel('Telefon')
  await expect(phone).toBeFocused()
  const number = `532 ${String(Math.floor(Math.random() * 10_000_000)).padStart(7, '0')}`
  await phone.fill(`+90 ${number}`)
  await dialog.getByRole('button', { name: 'Ekle ve Seç' }).click()
  await expect(dialog.getByText('Yalnızca telefon', { exact: true })).toBeVisible()

  // The form points out another patient with that number.
  await dialog.getByRole('button', { name: 'Başka hasta seç' }).click()
  await dialog.getByRole('button', { name: 'E-\u2060postası olmayan yeni hasta' }).click()
  await phone.fill(`0${number}`)
  await expect(dialog.getByText('Bu numarayla kayıtlı hasta var.')).toBeVisible()
  await dialog
    .getByRole('list', { name: /Bu numarayla/ })
    .getByRole('button', { name: `Arayan ${last}` })
    .click()
  await expect(dialog.getByText('Yalnızca telefon', { exact: true })).toBeVisible()

  await dialog.getByLabel('Doktor').selectOption({ label: doctor.name })
  await dialog.getByText('Başka bir saat').click()
  const [day, time] = inTwentyHours()
  await dialog.getByLabel('Tarih').fill(day)
  await dialog.getByLabel('Saat', { exact: true }).fill(time)
  await dialog.getByLabel('Hastanın şikâyeti').fill('Telefonla aradı')
  await dialog.getByRole('button', { name: 'Randevuyu Kaydet' }).click()
  await expect(page.getByText('Randevu kaydedildi')).toBeVisible()
  const row = page.getByRole('article', { name: `Arayan ${last}` })
  await expect(row).toContainText('Yalnızca telefon')
  // Only the doctor gets a mail.
  await expect.poll(() => mailsTo(page, doctor)).toHaveLength(1)
  const mails = (await (await page.request.get('/dev/mail.json')).json()) as { to: string; text: string }[]
  expect(mails.filter(({ text }) => text.includes(last)).map(({ to }) => to)).toEqual([doctor.email])

  await page.goto('/admin')
  const tasks = page.getByRole('region', { name: /Telefonla hatırlatın/ })
  const task = tasks.getByRole('listitem').filter({ hasText: last })
  await expect(task.getByRole('link', { name: number })).toHaveAttribute('href', `tel:+90${number.replace(' ', '')}`)
  await expectAccessible(page, { where: 'main' })
  await task.getByRole('button', { name: 'Hatırlatıldı' }).click()
  await expect(task).toHaveCount(0)
  await page.getByRole('button', { name: 'Geri al' }).click()
  await task.getByRole('button', { name: 'Hatırlatıldı' }).click()
  await expect(task).toHaveCount(0)
})

test('a doctor sees the child and who is with them, and hides a note from the mother', async ({ cast }) => {
  const [doctor, mother] = [await cast.doctor('Sevda'), await cast.person('Leyla')]
  const id = await askFor(cast, mother, await addSon(cast, mother), doctor, '11:00')
  await cast.act(doctor, 'PATCH', `/rest/v1/appointments?id=eq.${id}`, { status: 'confirmed' })
  const page = await doctor.open('/doctor')
  await expect(card(page, 'Can')).toContainText('yanında: \u2068Leyla Öykü\u2069, ebeveyni')
  await card(page, 'Can').getByRole('button', { name: 'Hasta kartı' }).click()
  const dialog = page.getByRole('dialog', { name: 'Can Öykü' })
  await expect(dialog).toContainText(/Can Öykü\u2069, [45] yaşında; yanında: \u2068Leyla Öykü\u2069, ebeveyni/)
  await expect(dialog).not.toContainText('E-posta')
  await page.keyboard.press('Escape')

  await page.goto(`/doctor?tab=notes&visit=${id}`)
  const note = page.getByLabel('Not', { exact: true })
  await expect(page.getByText('Hasta yakını bu notu randevu geçmişinde okur.')).toBeVisible()
  await note.fill('Çocukla yalnız konuşuldu.')
  await page.getByRole('checkbox', { name: 'Hasta yakınına gösterme' }).check()
  await expect(page.getByText('Hasta yakını bu notu okuyamaz.')).toBeVisible()
  await page.getByRole('button', { name: 'Notu Kaydet' }).click()
  await expect(page.getByText('Kaydedildi.').first()).toBeVisible()
  await page.reload()
  await expect(note).toHaveValue('Çocukla yalnız konuşuldu.')
  await expect(page.getByRole('checkbox', { name: 'Hasta yakınına gösterme' })).toBeChecked()
  const read = () => cast.act<{ notes: string | null }[]>(mother, 'GET', `/rest/v1/appointments?id=eq.${id}&select=notes`)
  expect((await read()).body).toEqual([{ notes: null }])

  await page.getByRole('checkbox', { name: 'Hasta yakınına gösterme' }).uncheck()
  await page.getByRole('button', { name: 'Notu Kaydet' }).click()
  await expect.poll(async () => (await read()).body).toEqual([{ notes: 'Çocukla yalnız konuşuldu.' }])
})

test('a doctor who moves a child’s appointment reads the child’s name, and when the child is busy', async ({ cast }) => {
  const [doctor, other, mother] = [await cast.doctor('Sevda'), await cast.doctor('Pelin'), await cast.person('Leyla')]
  const son = await addSon(cast, mother)
  await askFor(cast, mother, son, doctor, '11:00')
  await askFor(cast, mother, son, other, '14:00')
  const page = await doctor.open('/doctor')
  await card(page, 'Can').getByRole('button', { name: 'Saatini değiştir' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Randevunun saatini değiştirin' })
  await expect(dialog).toContainText(`Can Öykü için · Mevcut randevu: ${doctor.name}`)
  await typeDay(page, inDays(3))
  await chooseTime(page, '14:00')
  await dialog.getByRole('button', { name: 'Saati Değiştir' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Hastanın bu saatte başka bir randevusu var.')
  // The doctor must not learn with whom.
  await expect(dialog).not.toContainText(other.name)
  await chooseTime(page, '15:00')
  await dialog.getByRole('button', { name: 'Saati Değiştir' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(card(page, 'Can')).toContainText('15:00')
})

test('reception hands over the record of an adult, but not of a child', async ({ cast }) => {
  const [admin, doctor, mother] = [await anAdmin(cast), await cast.doctor('Sevda'), await cast.person('Leyla')]
  await askFor(cast, mother, await addSon(cast, mother), doctor, '11:00')
  const { body: adult } = await cast.act<string>(mother, 'POST', '/rest/v1/rpc/create_patient', {
    patient: { first_name: 'Nərmin', last_name: 'Öykü', phone: '+994 50 123 45 67', birth_year: 1956 },
    relationship: 'parent',
    authority: 'asked',
    declaration_version: '2026-11-18',
  })
  await askFor(cast, mother, adult, doctor, '12:00')
  const page = await admin.open(`/admin/appointments?doctor=${doctor.doctorId}`)
  for (const [patient, records] of [
    ['Nərmin', 1],
    ['Can', 0],
  ] as const) {
    const row = card(page, patient)
    await row.getByRole('button', { name: 'ayrıntı' }).click()
    await expect(row.getByRole('definition').filter({ hasText: 'Ateş' })).toBeVisible()
    await expect(row.getByRole('region', { name: 'Hesabı olmayan hastanın kaydı' })).toHaveCount(records)
  }
})

/** A time in twenty hours, as the doctor in Istanbul types it. */
function inTwentyHours() {
  const at = new Date(Date.now() + 20 * 3_600_000)
  const parts = {
    timeZone: 'Europe/Istanbul',
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  } as const
  const of = Object.fromEntries(new Intl.DateTimeFormat('en-GB', parts).formatToParts(at).map(({ type, value }) => [type, value]))
  return [`${of['day']}.${of['month']}.${of['year']}`, `${of['hour']}:00`] as const
}
