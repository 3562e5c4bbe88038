// A clinic's first day: from a site without an admin to the first booking. The story counts the presses and compares them with the first
// release.
import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { chooseDay, chooseTime, inDays } from './booking-form.ts'
import { expect, test } from './fixtures.ts'
import { entry } from './management.ts'
import { pressCounter } from './presses.ts'
import { leaveForm } from './staff-panel.ts'

// Uses its own site, because the site of the other stories has an admin already.
test.use({ environment: { AUTH_CONFIRM_EMAIL: 'on' }, hasAdmin: false })

/**
 * Presses for the same steps in the first release. It had no invitations, so each doctor filled in the form of nine fields to register,
 * and was then searched, chosen and linked; admins could set neither hours nor a specialty later; a leave was a single day.
 */
const FIRST_RELEASE = { claim: 2, addDoctors: 3 * (5 + 1) + 3 * 5, register: 3 * (9 + 1 + 3), weekOff: 7 * 2 }

const DOCTORS = ['Elif Yıldız', 'Kerem Aslan', 'Nazlı Demir']

const day = (page: Page, name: string) => page.getByRole('group', { name, exact: true })

test('an admin claims the site, invites three doctors, sets hours and time off, and sees the first booking arrive', {
  tag: '@long',
}, async ({ cast, mailLink }) => {
  test.setTimeout(180_000)
  const admin = await cast.person('Nigar')
  const page = await admin.open('/')
  const { press, fill, choose, also, take } = pressCounter()
  const presses: Record<string, number> = {}

  await press(page.getByRole('button', { name: 'Admin yetkisi al' }))
  await press(page.getByRole('button', { name: 'Evet, yetkiyi al' }))
  await expect(page.getByText('Admin Yetkisi Verildi')).toBeVisible()
  presses['claim'] = take()

  await page.goto('/admin/people')
  const emails = DOCTORS.map(() => `${randomUUID()}@story.example`)
  for (const [index, name] of DOCTORS.entries()) {
    await press(page.getByRole('button', { name: 'Davet Gönder' }))
    const dialog = page.getByRole('dialog', { name: 'Birini davet edin' })
    await fill(dialog.getByLabel('E-posta'), emails[index] ?? '')
    await fill(dialog.getByLabel('Ad soyad'), name)
    await press(dialog.getByRole('button', { name: 'Daveti Gönder' }))
    await expect(dialog).toHaveCount(0)
  }
  presses['addDoctors'] = take()
  await page.getByRole('tab', { name: 'Açık davetler' }).click()
  await expect(page.getByRole('list', { name: 'Açık davetler' }).getByRole('listitem')).toHaveCount(3)

  /** Opens Monday from nine to five, and copies it to every other day. */
  const openEveryDay = async (on: Page) => {
    await press(day(on, 'Pazartesi').getByRole('checkbox'))
    await press(day(on, 'Pazartesi').getByLabel('Kopyala: Pazartesi'))
    await press(day(on, 'Pazartesi').getByRole('button', { name: 'Bütün günlere' }))
    await press(on.getByRole('button', { name: 'Çalışma Saatlerini Kaydet' }))
    await expect(on.getByText(/^Çalışma saatleri kaydedildi\./)).toBeVisible()
  }

  // Each doctor accepts with a password. The first two set their own hours, and the second one also takes a week off.
  const panels: Page[] = []
  for (const [index, email] of emails.entries()) {
    const theirs = await cast.visitor({ timezoneId: 'Europe/Istanbul' })
    await theirs.goto(await mailLink(email))
    const welcome = theirs.getByRole('dialog', { name: 'Hesabınızı tamamlayın' })
    await fill(welcome.getByLabel('Şifre', { exact: true }), 'Yeni1234!')
    // The invitation says Baku, and their devices Istanbul.
    await choose(welcome.getByLabel('Çalışma saatlerinizin saat dilimi'), 'Europe/Istanbul')
    await press(welcome.getByRole('button', { name: 'Hesabımı Tamamla' }))
    await expect(theirs).toHaveURL(/\/doctor$/)
    await expect(theirs.getByText(DOCTORS[index]?.split(' ')[0] ?? '').first()).toBeVisible()
    panels.push(theirs)
  }
  presses['register'] = take()
  for (const panel of panels.slice(0, 2)) {
    await press(panel.getByRole('tab').nth(1))
    await openEveryDay(panel)
  }
  presses['ownHours'] = take()

  const [, second] = panels
  if (!second) throw new Error('there are three')
  await fill(leaveForm(second).getByLabel('Tarih'), inDays(10))
  await fill(leaveForm(second).getByLabel('Son gün'), inDays(16))
  await press(second.getByRole('button', { name: 'İzin Ekle' }))
  await expect(second.getByText('İzin kaydı eklendi.')).toBeVisible()
  presses['weekOff'] = take()

  // The admin completes the record of the third and sets their hours.
  await page.goto('/doctor-management')
  await press(entry(page, 'Dr. Nazlı Demir').getByRole('link', { name: 'kaydını düzenle' }))
  await choose(page.getByLabel('Uzmanlık', { exact: true }), 'Kardiyoloji')
  await press(page.getByRole('button', { name: 'Bilgileri Kaydet' }))
  await expect(page.getByText('Doktor kaydı güncellendi.')).toBeVisible()
  await openEveryDay(page)
  presses['hoursByAdmin'] = take()

  // A patient books with the third doctor, and the admin's open calendar shows it.
  const first = inDays(3)
  await page.goto(`/calendar?day=${first}&view=agenda`)
  const patient = await cast.person('Ümit')
  const theirs = await patient.open('/appointments')
  await also(chooseDay(theirs, { name: 'Dr. Nazlı Demir' }, first))
  await also(chooseTime(theirs, '11:00'))
  await fill(theirs.getByLabel('Şikayetiniz'), 'Çarpıntı')
  await press(theirs.getByRole('button', { name: 'Randevu Al' }))
  await expect(theirs.getByText('Randevu Oluşturuldu!')).toBeVisible()
  presses['firstBooking'] = take()
  await expect(page.getByRole('button', { name: /11:00–11:30.*Ümit Öykü/ })).toBeVisible()

  test.info().annotations.push({ type: 'presses', description: JSON.stringify({ now: presses, firstRelease: FIRST_RELEASE }) })
  expect(presses).toEqual({ claim: 2, addDoctors: 12, register: 9, ownHours: 10, weekOff: 3, hoursByAdmin: 7, firstBooking: 4 })
  for (const [step, before] of Object.entries(FIRST_RELEASE)) expect(presses[step]).toBeLessThanOrEqual(before)
})
