// The daily work of staff with the keyboard alone.
import { expect, type Locator, type Page } from '@playwright/test'
import { inDays } from './booking-form.ts'
import { test } from './fixtures.ts'
import { anAdmin, box, word } from './management.ts'

const MAX_TABS = 120

/** Presses Tab until the target has the focus. Waits for a target that appears later. */
async function tabTo(page: Page, target: Locator) {
  await target.waitFor()
  const isReached = () => target.evaluate((element) => element === document.activeElement)
  for (let count = 0; count < MAX_TABS && !(await isReached()); count++) await page.keyboard.press('Tab')
  await expect(target).toBeFocused()
}

async function press(page: Page, target: Locator, key = 'Enter') {
  await tabTo(page, target)
  await page.keyboard.press(key)
}

/** Selects an option by typing its beginning. */
async function choose(page: Page, list: Locator, option: string) {
  await tabTo(page, list)
  await page.keyboard.type(option)
  await expect(list.locator('option:checked')).toHaveText(new RegExp(`^${option}`))
}

async function type(page: Page, field: Locator, text: string) {
  await tabTo(page, field)
  await page.keyboard.type(text)
}

test('reception books a caller with the keyboard alone', async ({ cast }) => {
  const [admin, doctor] = [await anAdmin(cast), await cast.doctor('Zümrüt')]
  const page = await admin.open('/admin/appointments')
  await press(page, page.getByRole('button', { name: 'Hasta için randevu al' }))
  const dialog = page.getByRole('dialog', { name: 'Hasta için randevu al' })
  const last = word()
  await type(page, dialog.getByRole('combobox', { name: 'Hasta' }), `Arayan ${last}`)
  await press(page, dialog.getByRole('button', { name: 'E-\u2060postası olmayan yeni hasta' }))
  await expect(dialog.getByLabel('Ad', { exact: true })).toBeFocused()
  await type(page, dialog.getByLabel('Telefon'), `+90 532 ${String(Math.floor(Math.random() * 10_000_000)).padStart(7, '0')}`)
  await press(page, dialog.getByRole('button', { name: 'Ekle ve Seç' }))
  const another = dialog.getByRole('button', { name: 'Başka hasta seç' })
  await expect(another).toBeVisible()
  await expect(dialog.getByText('Yalnızca telefon', { exact: true })).toBeVisible()
  // The next Tab continues from the chosen patient.
  await page.keyboard.press('Tab')
  await expect(another).toBeFocused()
  await choose(page, dialog.getByLabel('Doktor'), doctor.name)
  await tabTo(page, dialog.getByRole('radio', { name: 'Boş saatler' }))
  await page.keyboard.press('ArrowDown')
  await type(page, dialog.getByLabel('Tarih'), inDays(4).split('-').toReversed().join('.'))
  await type(page, dialog.getByLabel('Saat', { exact: true }), '13:00')
  await type(page, dialog.getByLabel('Hastanın şikâyeti'), 'Telefonla aradı')
  await press(page, dialog.getByRole('button', { name: 'Randevuyu Kaydet' }))
  await expect(page.getByText('Randevu kaydedildi')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('article', { name: `Arayan ${last}` })).toContainText('13:00')
  await expect(page.getByRole('button', { name: 'Hasta için randevu al' })).toBeFocused()
})

test('an admin sets up a type with a question with the keyboard alone', async ({ cast }) => {
  const [admin, doctor] = [await anAdmin(cast), await cast.doctor('Ece')]
  const page = await admin.open(`/doctor-management?doctor=${doctor.doctorId}`)
  const dialog = page.getByRole('dialog')
  const add = page.getByRole('button', { name: 'Tür ekle' })
  await press(page, add)
  await type(page, box(page, 'Ad (Türkçe)'), 'İlk görüşme')
  await tabTo(page, dialog.getByLabel('Süre (dakika)'))
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('45')
  await choose(page, dialog.getByLabel('Kimler alabilir'), 'Herkes')
  await press(page, dialog.getByRole('checkbox'), 'Space')
  await expect(box(page, 'Tutar')).toHaveCount(0)
  await page.keyboard.press('Space')
  await type(page, box(page, 'Tutar'), '50,00')
  await choose(page, dialog.getByLabel('Para birimi'), 'TRY')
  await page.keyboard.press('Tab')
  await press(page, dialog.getByRole('button', { name: 'Ekle', exact: true }))
  await expect(page.getByText(/45 dk · .?50\sTRY.? · Herkes/)).toBeVisible()
  await expect(add).toBeFocused()

  await press(page, page.getByRole('button', { name: 'Sorular (0): İlk görüşme' }))
  await press(page, dialog.getByRole('button', { name: 'Soru ekle' }))
  await expect(box(page, 'Soru metni (Türkçe)')).toBeFocused()
  await page.keyboard.type('Öğünleri atlıyor musunuz?')
  await choose(page, dialog.getByLabel('Yanıt türü'), 'Seçenekler')
  await type(page, box(page, 'Seçenekler (Türkçe)'), 'Evet')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Hayır')
  await press(page, dialog.getByRole('button', { name: 'Soruları kaydet' }))
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Sorular (1): İlk görüşme' })).toBeFocused()
})
