// A doctor's full day. The story counts the presses and compares them with the first release.
import { readFileSync } from 'node:fs'
import { chooseTime, inDays, openRow, typeDay } from './booking-form.ts'
import type { Cast, Doctor } from './cast.ts'
import { expect, test } from './fixtures.ts'
import { anAdmin } from './management.ts'
import { pressCounter } from './presses.ts'
import { card, leaveForm, mailsTo } from './staff-panel.ts'

/**
 * Presses for the same steps in the first release, where they were possible at all: it confirmed one by one, rejected in two presses and
 * moved nothing, had neither a patient card nor a mark for patients who did not come, and a week off was a form for each day and two
 * presses for each appointment in it.
 */
const FIRST_RELEASE = { requests: 9 + 2 * 2 + 2, note: 3 + 1, weekOff: 7 * 2 + 6 * 2 }

const REPORT = { name: 'Tahlil.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n%âãÏÓ\nsonuçlar') }
const ZONE = 'Europe/Istanbul'

const named = (day: string) =>
  new Intl.DateTimeFormat('tr-TR', { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  )

/** A confirmed appointment that begins within the next minutes. */
async function appointmentOfToday(cast: Cast, doctor: Doctor) {
  const start = new Date(Math.ceil(Date.now() / 60_000 + 2) * 60_000)
  const patient = await cast.person('Yusuf')
  const { status, body } = await cast.act<{ id: string }>(await anAdmin(cast), 'POST', '/rest/v1/rpc/book_for_patient', {
    patient_id: patient.id,
    doctor_id: doctor.doctorId,
    on_date: new Intl.DateTimeFormat('en-CA', { timeZone: ZONE }).format(start),
    at_time: new Intl.DateTimeFormat('en-GB', { timeZone: ZONE, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(start),
    complaint: 'Telefonla aradı',
  })
  expect(status).toBe(200)
  return { start, id: body.id }
}

test('a doctor answers twelve requests, moves two, reads a card, marks a no-show, writes a note and takes a week off', {
  tag: '@long',
}, async ({ cast }) => {
  test.setTimeout(180_000)
  const doctor = await cast.doctor('Türkan')
  const [patient, other] = [await cast.person('Ömür'), await cast.person('Sevgi', { language: 'en' })]
  await cast.consent(patient)
  await cast.act(patient, 'PATCH', `/rest/v1/profiles?user_id=eq.${patient.id}`, { medical_history: 'Penisilin alerjisi' })
  for (let day = 0; day < 6; day++) {
    await cast.appointment(patient, doctor, inDays(3 + day), '09:00')
    await cast.appointment(other, doctor, inDays(3 + day), '11:00')
  }
  const page = await doctor.open('/doctor')
  const { press, fill, choose, also, take } = pressCounter()
  const presses: Record<string, number> = {}
  const list = page.getByRole('region', { name: 'Bugün ve sonrası' })
  const rows = list.getByRole('article')
  const row = (place: number) => rows.nth(place)
  const actions = page.getByRole('region', { name: 'Seçilen randevularla işlemler' })
  await expect(rows).toHaveCount(12)

  // On a phone the rows come first, and the search is one press away.
  await page.setViewportSize({ width: 375, height: 812 })
  await expect(list.getByRole('searchbox')).toBeHidden()
  await expect(row(1).getByRole('button', { name: 'Onayla' })).toBeInViewport()
  await list.getByRole('button', { name: 'Hasta ara' }).click()
  await expect(list.getByRole('searchbox', { name: 'Hasta ara' })).toBeVisible()
  await page.setViewportSize({ width: 1280, height: 720 })

  // Nine are confirmed together, two rejected with a reason, one moved.
  await press(list.getByLabel('Tümünü seç (12)'))
  for (const place of [0, 1, 2]) await press(row(place).getByRole('checkbox'))
  await press(actions.getByRole('button', { name: 'Onayla (9)' }))
  await expect(page.getByText('Yapılan:')).toHaveText('Yapılan: 9, yapılamayan: 0')
  await expect(rows.filter({ hasText: 'Onaylandı' })).toHaveCount(9)
  await press(row(0).getByRole('checkbox'))
  await press(row(1).getByRole('checkbox'))
  await press(actions.getByRole('button', { name: 'Reddet / iptal et (2)' }))
  const question = page.getByRole('dialog', { name: /2 randevu reddedilsin/ })
  await choose(question.getByLabel('Neden'), 'Bu durum için yüz yüze muayene gerekiyor.')
  await press(question.getByRole('button', { name: 'Evet, reddet ya da iptal et' }))
  await expect(page.getByText('Yapılan: 2, yapılamayan: 0')).toBeVisible()
  await expect(rows).toHaveCount(10)
  await press(row(0).getByRole('button', { name: 'Saatini değiştir' }))
  // Presses its label, as people do.
  const sameDay = page.getByRole('dialog').getByRole('radio', { name: new RegExp(`^${named(inDays(4))}`) })
  await press(sameDay.locator('xpath=..'))
  await expect(sameDay).toBeChecked()
  await also(chooseTime(page, '14:30'))
  await press(page.getByRole('dialog').getByRole('button', { name: 'Saati Değiştir' }))
  await expect(rows.filter({ hasText: /Önceki saat: .*09:00/ })).toContainText('14:30')
  presses['requests'] = take()
  // Each patient reads the reason in their own language.
  const mine = await patient.open('/appointments?tab=mine')
  await expect(mine.getByText('Doktor iptal etti. Nedeni: Bu durum için yüz yüze muayene gerekiyor.')).toBeAttached()
  const theirs = await other.open('/en/appointments?tab=mine')
  await expect(theirs.getByText(/This needs an examination in person\./)).toBeAttached()
  await expect.poll(() => mailsTo(page, patient)).toContainEqual(expect.stringContaining('kabul edilemedi'))

  const missed = await appointmentOfToday(cast, doctor)
  // The patient shares a file that the card will show.
  await openRow(mine.getByRole('listitem').getByRole('article').filter({ hasText: 'Onaylandı' }).first())
  await mine.getByRole('button', { name: 'Dosyalar' }).last().click()
  await mine
    .getByRole('dialog', { name: 'Dosyalar' })
    .getByLabel(/Dosyaları buraya bırakın/)
    .setInputFiles(REPORT)
  await expect(mine.getByText('Dosya başarıyla yüklendi')).toBeVisible()

  // Moves a confirmed appointment in the calendar, without a mouse.
  const day = inDays(5)
  await page.goto(`/calendar?day=${day}&view=day`)
  const block = (time: string) => page.getByRole('button', { name: new RegExp(`^${named(day)}, ${time}.*Ömür Öykü`) })
  await also(block('09:00').press('Enter'))
  const details = page.getByRole('region', { name: 'Ömür Öykü' })
  await expect(details.getByRole('heading', { name: 'Ömür Öykü' })).toBeFocused()
  await press(details.getByRole('button', { name: 'Saatini değiştir' }))
  await also(typeDay(page, day))
  await also(chooseTime(page, '15:30'))
  await press(details.getByRole('button', { name: 'Saati Değiştir' }))
  await expect(block('15:30')).toBeVisible()
  await expect(block('09:00')).toHaveCount(0)
  presses['calendarMove'] = take()

  // The patient card: allergies, a private note, the file.
  await page.goto('/doctor')
  await press(card(page, 'Ömür').first().getByRole('button', { name: 'Hasta kartı' }))
  const dialog = page.getByRole('dialog', { name: 'Ömür Öykü' })
  await expect(dialog).toContainText('Penisilin alerjisi')
  await fill(dialog.getByLabel('Özel not'), 'Aspirin de sorulacak.')
  await press(dialog.getByRole('button', { name: 'Özel Notu Kaydet' }))
  await expect(page.getByText('Özel not kaydedildi.')).toBeVisible()
  const download = page.waitForEvent('download')
  await press(dialog.getByRole('button', { name: 'İndir: Tahlil.pdf' }))
  expect(readFileSync(await (await download).path()).equals(REPORT.buffer)).toBe(true)
  presses['card'] = take()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)

  // Marks the patient who did not come.
  await cast.begin(missed.start, missed.id)
  await page.reload()
  await press(card(page, 'Yusuf').getByRole('button', { name: 'Tamamla' }))
  await expect(card(page, 'Yusuf')).toContainText('Tamamlandı')
  await press(card(page, 'Yusuf').getByRole('button', { name: 'Gelmedi olarak işaretle' }))
  await expect(card(page, 'Yusuf').getByText('Gelmedi', { exact: true })).toBeVisible()
  await expect(card(page, 'Yusuf').getByRole('button', { name: '“Gelmedi” işaretini kaldır' })).toBeVisible()
  presses['noShow'] = take()

  await press(card(page, 'Ömür').filter({ hasText: 'Onaylandı' }).first().getByRole('button', { name: 'Not Ekle' }))
  await fill(page.getByLabel('Not', { exact: true }), 'Bol su için.')
  await press(page.getByRole('button', { name: 'Notu Kaydet' }))
  await mine.goto('/profile')
  await mine.getByRole('tab', { name: 'Randevu Geçmişi' }).click()
  await expect(mine.getByText('Bol su için.').first()).toBeAttached()
  presses['note'] = take()

  await press(page.getByRole('tab').nth(1))
  await fill(leaveForm(page).getByLabel('Tarih'), inDays(6))
  await fill(leaveForm(page).getByLabel('Son gün'), inDays(12))
  await press(page.getByRole('button', { name: 'İzin Ekle' }))
  const affected = page.getByRole('region', { name: 'Programa uymayan randevular (6)' })
  await press(affected.getByRole('button', { name: 'Hepsini önerilen saate al' }))
  await press(page.getByRole('dialog').getByRole('button', { name: 'Evet, değiştir' }))
  await expect(page.getByText('Saati değişen: 6, değiştirilemeyen: 0')).toBeVisible()
  await expect(affected).toHaveCount(0)
  presses['weekOff'] = take()

  test.info().annotations.push({ type: 'presses', description: JSON.stringify({ now: presses, firstRelease: FIRST_RELEASE }) })
  expect(presses).toEqual({ requests: 14, calendarMove: 5, card: 4, noShow: 2, note: 3, weekOff: 6 })
  for (const [step, before] of Object.entries(FIRST_RELEASE)) expect(presses[step]).toBeLessThan(before)
})
