import type { Page } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from './access.ts'
import { consultation } from './consultation.ts'
import { expect, test } from './fixtures.ts'
import { unfold } from './staff-panel.ts'

/** A picture of one pixel. */
const PHOTO = {
  name: 'Röntgen.png',
  mimeType: 'image/png',
  buffer: Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64'),
}

const write = async (page: Page, text: string) => {
  await page.getByLabel('Mesajınız').fill(text)
  await page.getByLabel('Mesajınız').press('Enter')
}
const messages = (page: Page) => page.getByRole('region', { name: 'Mesajlar' })

test('lets patient and doctor write to each other during the call, and tells about messages while the chat is closed', async ({ cast }) => {
  const { doctor, patient, id } = await consultation(cast)
  const pages = await Promise.all([patient, doctor].map((each) => each.open(`/call/${id}`)))
  const [hers, theirs] = pages as [Page, Page]
  for (const page of pages) await page.getByRole('button', { name: 'Hemen Görüşmeyi Başlat' }).click()
  await hers.getByRole('button', { name: 'Mesajlar' }).click()
  await expect(hers.getByText('Henüz mesaj yok')).toBeVisible()
  await write(hers, 'Tahlil: https://lab.example/sonuc?id=7.')
  await expect(messages(hers)).toContainText('Siz')
  const link = messages(hers).getByRole('link', { name: 'https://lab.example/sonuc?id=7', exact: true })
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer nofollow')
  await expect(link).toHaveAttribute('target', '_blank')
  await expect(hers.getByLabel('Mesajınız')).toHaveValue('')

  // The doctor has not opened the chat yet.
  const button = theirs.getByRole('button', { name: /^Mesajlar/ })
  await expect(button).toContainText('1')
  await button.click()
  await expect(messages(theirs)).toContainText('Hastanız')
  await expect(messages(theirs)).toContainText('https://lab.example/sonuc?id=7.')
  await write(theirs, '<b>Teşekkürler</b>')
  await expect(messages(hers).getByText('<b>Teşekkürler</b>')).toBeVisible()
  await expect(messages(hers)).toContainText('Doktorunuz')

  // A message that cannot be sent stays on the page with its text.
  await hers.route('**/rest/v1/appointment_messages*', (route) => route.abort())
  await write(hers, 'Kalıyor')
  await expect(messages(hers).getByText(/^Gönderilemedi/)).toBeVisible()
  await hers.unroute('**/rest/v1/appointment_messages*')
  await messages(hers).getByRole('button', { name: 'Tekrar Dene' }).click()
  await expect(messages(theirs).getByText('Kalıyor')).toBeVisible()
  await expect(messages(hers).getByText(/^Gönderil/)).toHaveCount(0)
  await expect(messages(hers).getByText('Kalıyor')).toHaveCount(1)
})

test('shows the messages and a shared picture outside the call, and keeps the messages for the patient after a cancellation', {
  tag: '@long',
}, async ({ cast }) => {
  const { doctor, patient, id } = await consultation(cast)
  await cast.act(patient, 'POST', '/rest/v1/appointment_messages', { appointment_id: id, body: 'İlacı aldım' })
  await cast.act(doctor, 'POST', '/rest/v1/appointment_messages', { appointment_id: id, body: 'Geçmiş olsun' })

  const theirs = await doctor.open('/doctor')
  await unfold(theirs, 'Ela')
  await theirs.getByRole('button', { name: 'Mesajlar' }).click()
  const shown = theirs.getByRole('dialog', { name: 'Mesajlar' })
  await expect(shown.getByText('İlacı aldım')).toBeVisible()
  await expectAccessible(theirs, { where: '[role=dialog]' })
  await shown.getByRole('button', { name: 'Kapat' }).click()
  await theirs.getByRole('button', { name: 'Dosyalar' }).click()
  const files = theirs.getByRole('dialog', { name: 'Dosyalar' })
  await files.getByLabel(/Dosyaları buraya bırakın/).setInputFiles(PHOTO)
  await files.getByRole('button', { name: 'Röntgen.png önizlemesi' }).click()
  const picture = files.getByRole('img', { name: 'Röntgen.png' })
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1)
  await files.getByRole('button', { name: 'Röntgen.png önizlemesi' }).click()
  await expect(picture).toHaveCount(0)
  await files.getByRole('button', { name: 'Kapat' }).click()

  await cast.act(doctor, 'PATCH', `/rest/v1/appointments?id=eq.${id}`, { status: 'cancelled' })
  await expect(theirs.getByRole('button', { name: 'Mesajlar' })).toHaveCount(0)
  const hers = await patient.open('/appointments?tab=mine', { viewport: { width: 360, height: 740 } })
  // Past appointments are rows that unfold.
  await hers.locator('details details > summary').click()
  await hers.getByRole('button', { name: 'Mesajlar' }).click()
  const dialog = hers.getByRole('dialog', { name: 'Mesajlar' })
  await expect(dialog.getByText('Geçmiş olsun')).toBeVisible()
  await expect(dialog.getByText('Randevu iptal edildi. Yeni mesaj yazılamaz.')).toBeVisible()
  await expect(dialog.getByLabel('Mesajınız')).toHaveCount(0)
  await expectNoSidewaysScroll(hers)
})
