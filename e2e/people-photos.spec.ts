// Admins give photos to the people whom the pages name. Uses its own server, because everybody sees them.
import type { Page } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from './access.ts'
import { expect, test } from './fixtures.ts'
import { anAdmin } from './management.ts'
import { rendered } from './public-doctors.ts'
import { picture } from './site-entries.ts'

test.use({ environment: { AUTH_CONFIRM_EMAIL: 'off' } })

const COORDINATOR = 'Psikoloji koordinatörü'
const people = (page: Page) => page.getByRole('region', { name: 'Kişiler' })
const button = (page: Page, name: string, person: string) => people(page).getByRole('button', { name: `${name} – ${person}`, exact: true })
const preview = (page: Page) => people(page).getByRole('img', { name: 'Fotoğrafın önizlemesi' })

type PickedFile = Awaited<ReturnType<typeof picture>>

/** Opens the file window with the keyboard. */
async function pick(page: Page, person: string, file: PickedFile) {
  const asked = page.waitForEvent('filechooser')
  await button(page, 'Fotoğraf seç', person)
    .or(button(page, 'Değiştir', person))
    .press('Enter')
  await (await asked).setFiles(file)
}

async function save(page: Page) {
  await page.getByRole('button', { name: 'Kaydet' }).click()
  await expect(page.getByText('Kaydedildi.')).toBeVisible()
}

async function expectPhoto(page: Page, name: string) {
  const photo = page.getByRole('img', { name: `Fotoğraf: ${name}` })
  // It loads when it is near the window.
  await photo.scrollIntoViewIfNeeded()
  await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
}

test('an admin gives the coordinator and an architect a photo, which visitors see until it is removed', async ({ cast, site }) => {
  test.slow()
  const page = await (await anAdmin(cast)).open('/admin/site')
  await page.getByLabel(COORDINATOR).fill('')
  await pick(page, COORDINATOR, { name: 'a.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') })
  await expect(people(page).getByRole('alert')).toContainText('SVG kabul edilmez')
  await pick(page, COORDINATOR, await picture(page, 'koordinator.png', '#806040'))
  await expect(preview(page)).toBeVisible()
  await people(page).getByLabel('Kadrajı kaydır').fill('80')
  // Nobody can be seen without a name.
  await page.getByRole('button', { name: 'Kaydet' }).click()
  await expect(page.getByText('Fotoğraftaki kişinin adını yazın')).toBeVisible()
  await expect(page.getByLabel(COORDINATOR)).toBeFocused()
  await page.getByLabel(COORDINATOR).fill('Aysel Quliyeva')
  await page.getByLabel('Baş mimar', { exact: true }).fill('Rəna Əliyeva')
  await pick(page, 'Baş mimar', await picture(page, 'mimar.png', '#408060'))
  await expect(preview(page)).toHaveCount(2)
  await people(page).getByRole('button', { name: 'İç mimar ekle' }).click()
  await expect(page.getByLabel('İç mimar 2')).toBeFocused()
  await page.getByLabel('İç mimar', { exact: true }).fill('Kerem Arslan')
  await expectAccessible(page, { what: 'people with chosen photos' })

  await page.getByRole('link', { name: 'Yasal metinler' }).click()
  await page.getByRole('dialog', { name: 'Değişiklikler kaydedilmedi' }).getByRole('button', { name: 'Sayfada kal' }).last().click()
  await expect(preview(page)).toHaveCount(2)

  const uploads = '**/storage/v1/object/site-photos/**'
  await page.route(uploads, (route) => route.abort())
  await page.getByRole('button', { name: 'Kaydet' }).click()
  await expect(people(page).getByRole('alert').filter({ hasText: /./ })).toHaveCount(2)
  await expect(page.getByLabel(COORDINATOR)).toHaveValue('Aysel Quliyeva')
  await page.unroute(uploads)
  await save(page)

  const visitor = await cast.visitor()
  await expect.poll(() => rendered(`${site.url}/healthcare`)).toContain('Fotoğraf: Aysel Quliyeva')
  await visitor.goto('/healthcare')
  await expectPhoto(visitor, 'Aysel Quliyeva')
  await expect.poll(() => rendered(`${site.url}/interior-design`)).toContain('Fotoğraf: Rəna Əliyeva')
  await visitor.goto('/interior-design')
  await expectPhoto(visitor, 'Rəna Əliyeva')
  const architects = visitor.getByRole('region', { name: 'Mimarlarımız' }).getByRole('listitem')
  await expect(architects.filter({ hasText: 'Kerem Arslan' })).toContainText('KA')
  await expect(architects.getByRole('img')).toHaveCount(1)

  await page.reload()
  await button(page, 'Kaldır', 'Baş mimar').click()
  await expect(button(page, 'Fotoğraf seç', 'Baş mimar')).toBeFocused()
  await button(page, 'Geri al', 'Baş mimar').click()
  await expect(page.getByRole('button', { name: 'Kaydet' })).toHaveCount(0)
  await button(page, 'Kaldır', 'Baş mimar').click()
  await save(page)
  await expect.poll(() => rendered(`${site.url}/interior-design`)).not.toContain('Fotoğraf: Rəna Əliyeva')
  await visitor.reload()
  await expect(architects.filter({ hasText: 'Rəna Əliyeva' })).toContainText('RƏ')
})

test('the second of two admins sees the photo that the first has saved, and chooses between the two, on a phone', async ({ cast }) => {
  const admin = await anAdmin(cast)
  const first = await admin.open('/admin/site')
  const second = await admin.open('/admin/site', { viewport: { width: 375, height: 812 } })
  const row = second.getByRole('button', { name: /^Kişiler/ })
  await row.click()
  await second.getByLabel(COORDINATOR).fill('Nigar Həsənova')
  await first.getByLabel(COORDINATOR).fill('Aysel Quliyeva')
  await pick(first, COORDINATOR, await picture(first, 'koordinator.png', '#806040'))
  await expect(preview(first)).toBeVisible()
  await save(first)
  await pick(second, COORDINATOR, await picture(second, 'yeni.png', '#204060'))
  await expect(preview(second)).toBeVisible()
  await expectNoSidewaysScroll(second)
  await second.getByRole('button', { name: 'Kaydet' }).click()
  const conflict = second.getByRole('alert').filter({ hasText: 'Aysel Quliyeva' })
  await expect(conflict.getByRole('img')).toBeVisible()
  await second.getByRole('button', { name: 'Oradaki değerler kalsın' }).click()
  await expect(second.getByLabel(COORDINATOR)).toHaveValue('Aysel Quliyeva')
  await expect(preview(second)).toHaveAttribute('src', (await preview(first).getAttribute('src')) ?? '')
})
