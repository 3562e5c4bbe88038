// The time zone of an invited doctor: the admin states it, the doctor confirms it, and the hours use it.
import { randomUUID } from 'node:crypto'
import { expectAccessible, expectNoSidewaysScroll } from './access.ts'
import { inDays } from './booking-form.ts'
import type { Cast } from './cast.ts'
import { expect, test } from './fixtures.ts'

test.use({ environment: { AUTH_CONFIRM_EMAIL: 'on' } })

async function invited(cast: Cast) {
  const admin = await cast.person('Nigar')
  await cast.write('POST', '/rest/v1/user_roles', { user_id: admin.id, role: 'admin' })
  const id = randomUUID()
  const [email, family] = [`${id}@story.example`, `Məmmədova-${id.slice(0, 6)}`]
  const page = await admin.open('/admin/people')
  await page.getByRole('button', { name: 'Davet gönder' }).click()
  const dialog = page.getByRole('dialog', { name: 'Birini davet edin' })
  await expect(dialog.getByRole('button', { name: 'Kapat' })).toBeVisible()
  await dialog.getByLabel('E-posta').fill(email)
  await dialog.getByLabel('Ad soyad').fill(`Günel ${family}`)
  await expect(dialog.getByLabel('Saat dilimi')).toHaveValue('Asia/Baku')
  await dialog.getByRole('button', { name: 'Daveti Gönder' }).click()
  await expect(page.getByText('Davet gönderildi', { exact: true })).toBeVisible()
  const getDoctor = async () => {
    const { body } = await cast.act<{ id: string; timezone: string }[]>(
      admin,
      'GET',
      `/rest/v1/doctors?select=id,timezone&last_name=eq.${family}`,
    )
    return body[0]
  }
  return { email, admin, getDoctor }
}

test('the hours of an invited doctor in Baku are on the clock of Baku', async ({ cast, mailLink }) => {
  const { email, admin, getDoctor } = await invited(cast)
  const page = await cast.visitor({ timezoneId: 'Asia/Baku', viewport: { width: 375, height: 800 } })
  await page.goto(await mailLink(email))
  const welcome = page.getByRole('dialog', { name: 'Hesabınızı tamamlayın' })
  await welcome.getByLabel('Şifre', { exact: true }).fill('Yeni1234!')
  await expect(welcome.getByLabel('Çalışma saatlerinizin saat dilimi')).toHaveCount(0)
  await welcome.getByRole('button', { name: 'Hesabımı Tamamla' }).click()
  await expect(page).toHaveURL(/\/doctor$/)

  await page.getByRole('tab').nth(1).click()
  await expect(page.getByText('Saatler Bakü saatine göredir (UTC+4).')).toBeVisible()
  await expectAccessible(page, { what: 'question about the time zone' })
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Saat Dilimini Onayla' }).click()
  await expect(page.getByText('Saat dilimi onaylandı.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Saat Dilimini Onayla' })).toHaveCount(0)

  await page.setViewportSize({ width: 1280, height: 800 })
  // Opens Monday from nine to five, and copies it to every other day.
  const monday = page.getByRole('group', { name: 'Pazartesi', exact: true })
  await monday.getByRole('checkbox').click()
  await monday.getByLabel('Kopyala: Pazartesi').click()
  await monday.getByRole('button', { name: 'Bütün günlere' }).click()
  await page.getByRole('button', { name: 'Çalışma Saatlerini Kaydet' }).click()
  await expect(page.getByText(/^Çalışma saatleri kaydedildi\./)).toBeVisible()
  await page.reload()
  await expect(page.getByText('Saatler Bakü saatine göredir (UTC+4). Öğle arası')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Saat Dilimini Onayla' })).toHaveCount(0)

  const day = inDays(3)
  const { body: slots } = await cast.act<{ starts_at: string }[]>(admin, 'POST', '/rest/v1/rpc/get_available_slots', {
    doctor_id: (await getDoctor())?.id,
    on_date: day,
  })
  expect(new Date(slots[0]?.starts_at ?? '').toISOString()).toBe(`${day}T05:00:00.000Z`)
})

test('a doctor whose device is on another clock chooses the clock before the account is complete', { tag: '@long' }, async ({
  cast,
  mailLink,
}) => {
  const { email, getDoctor } = await invited(cast)
  const page = await cast.visitor({ timezoneId: 'Europe/Istanbul', viewport: { width: 375, height: 800 } })
  await page.goto(await mailLink(email))
  const welcome = page.getByRole('dialog', { name: 'Hesabınızı tamamlayın' })
  await expect(
    welcome.getByText('Çalışma saatleriniz Bakü saatine göre olacak (UTC+4). Bu cihaz ise İstanbul saatinde (UTC+3).'),
  ).toBeVisible()
  await expectAccessible(page, { what: 'accepting with another time zone' })
  await welcome.getByLabel('Şifre', { exact: true }).fill('Yeni1234!')
  await welcome.getByRole('button', { name: 'Hesabımı Tamamla' }).click()
  await expect(welcome.getByText('Saat dilimini seçin.')).toBeVisible()
  await welcome.getByLabel('Çalışma saatlerinizin saat dilimi').selectOption('Europe/Istanbul')
  await welcome.getByRole('button', { name: 'Hesabımı Tamamla' }).click()
  await expect(page).toHaveURL(/\/doctor$/)
  await page.getByRole('tab').nth(1).click()
  await expect(page.getByText('Saatler İstanbul saatine göredir (UTC+3). Öğle arası')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Saat Dilimini Onayla' })).toHaveCount(0)
  expect(await getDoctor()).toMatchObject({ timezone: 'Europe/Istanbul' })
})
