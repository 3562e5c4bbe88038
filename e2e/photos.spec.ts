// Photos of doctors: set by the doctor or an admin, seen by everybody.
import type { Page } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from './access.ts'
import { expect, test } from './fixtures.ts'

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400"><rect width="400" height="400"/></svg>'
const ANIMATED = Buffer.from('RIFF\0\0\0\0WEBPVP8X\x0a\0\0\0\x02\0\0\0', 'latin1')

/** A PNG that is wider than the arch, drawn by the browser: blue, with a green middle. */
async function picture(page: Page) {
  const dataUrl = await page.evaluate(() => {
    const canvas = document.createElement('canvas')
    canvas.width = 900
    canvas.height = 680
    const context = canvas.getContext('2d')
    if (!context) throw new Error('no canvas')
    context.fillStyle = '#00f'
    context.fillRect(0, 0, 900, 680)
    context.fillStyle = '#0a0'
    context.fillRect(170, 0, 560, 680)
    return canvas.toDataURL('image/png')
  })
  return { name: 'me.png', mimeType: 'image/png', buffer: Buffer.from(dataUrl.split(',')[1] ?? '', 'base64') }
}

async function choose(page: Page, button: string, file: { name: string; mimeType: string; buffer: Buffer }) {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: button, exact: true }).click()
  await (await chooser).setFiles(file)
}

/** Size and the colour near the left edge of a loaded picture. */
const looksOf = (page: Page, name: string) =>
  page.getByRole('img', { name }).evaluate((image: HTMLImageElement) => {
    const canvas = document.createElement('canvas')
    canvas.width = image.naturalWidth
    canvas.height = image.naturalHeight
    const context = canvas.getContext('2d')
    context?.drawImage(image, 0, 0)
    const [red = 0, green = 0, blue = 0] = context?.getImageData(3, 100, 1, 1).data ?? []
    return { width: image.naturalWidth, height: image.naturalHeight, isGreen: green > 120 && red < 60 && blue < 60 }
  })

test('a doctor sets a photo, a visitor sees it, and the doctor removes it; SVG is refused with a sentence', { tag: '@long' }, async ({
  cast,
}) => {
  const doctor = await cast.doctor('Aylin')
  const page = await doctor.open('/doctor')
  await page.getByRole('tab').nth(1).click()
  await choose(page, 'Fotoğraf seç', { name: 'me.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(SVG) })
  await expect(page.getByRole('alert')).toContainText('SVG kabul edilmez')
  await choose(page, 'Fotoğraf seç', { name: 'me.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('not a picture') })
  await expect(page.getByRole('alert')).toContainText('Bu dosya fotoğraf olarak açılamadı.')

  await choose(page, 'Fotoğraf seç', { name: 'me.webp', mimeType: 'image/webp', buffer: ANIMATED })
  await expect(page.getByRole('alert')).toContainText('Hareketli resimler kullanılamıyor.')
  await choose(page, 'Fotoğraf seç', { name: 'me.png', mimeType: 'image/png', buffer: Buffer.alloc(40_000_000) })
  await expect(page.getByRole('alert')).toContainText('Bu dosya 20 MB’tan büyük.')

  await choose(page, 'Fotoğraf seç', await picture(page))
  await expect(page.getByRole('img', { name: 'Fotoğrafın önizlemesi' })).toBeVisible()
  await expect(page.getByRole('slider', { name: 'Kadrajı kaydır' })).toHaveValue('50')
  await page.getByRole('button', { name: 'Fotoğrafı Kaydet' }).click()
  await expect(page.getByText('Fotoğraf kaydedildi.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Başka fotoğraf seç' })).toBeFocused()
  const alt = `Fotoğraf: ${doctor.name}`
  await expect(page.getByRole('img', { name: alt })).toBeVisible()
  await expectAccessible(page)

  const visitor = await cast.visitor()
  await visitor.goto(`/doctors?q=${encodeURIComponent(doctor.name.slice(4))}`)
  await expect(visitor.getByRole('img', { name: alt })).toBeVisible()
  await expect.poll(() => looksOf(visitor, alt)).toEqual({ width: 168, height: 204, isGreen: true })
  await visitor.goto('/appointments')
  // The name is part of the same button, so the photo has no alternative text there.
  await expect(visitor.getByRole('listitem').filter({ hasText: doctor.name }).locator('img')).toBeVisible()

  await page.getByRole('button', { name: 'Fotoğrafı kaldır' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Fotoğrafı kaldır' }).click()
  await expect(page.getByText('Fotoğraf kaldırıldı.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Fotoğraf seç', exact: true })).toBeFocused()
  await visitor.goto(`/doctors?q=${encodeURIComponent(doctor.name.slice(4))}`)
  await expect(visitor.getByRole('heading', { name: doctor.name })).toBeVisible()
  await expect(visitor.getByRole('img', { name: alt })).toHaveCount(0)
})

test('an admin sets the photo of a doctor in the list, on a phone in the record', async ({ cast }) => {
  const doctor = await cast.doctor('Rauf')
  const admin = await cast.person('Nigar')
  await cast.write('POST', '/rest/v1/user_roles', { user_id: admin.id, role: 'admin' })
  const page = await admin.open('/doctor-management', { viewport: { width: 360, height: 740 } })
  const entry = page.getByRole('article').filter({ hasText: doctor.name })
  await expect(entry.getByRole('button')).toHaveCount(0)
  await entry.getByRole('link', { name: `${doctor.name} kaydını düzenle` }).click()
  await page.getByRole('button', { name: /^Fotoğraf Henüz eklenmedi/ }).click()
  await choose(page, 'Fotoğraf seç', await picture(page))
  await page.getByRole('button', { name: 'Fotoğrafı Kaydet' }).click()
  await expect(page.getByText('Fotoğraf kaydedildi.')).toBeVisible()
  await expectNoSidewaysScroll(page)
  await page.getByRole('link', { name: 'Doktor listesine dön' }).click()
  // The name stands beside it, so the photo has no alternative text.
  await expect(entry.locator('img')).toBeVisible()

  await page.setViewportSize({ width: 1280, height: 800 })
  await entry.getByRole('button', { name: `Başka fotoğraf seç – ${doctor.name}` }).click()
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Fotoğrafı kaldır' })).toBeVisible()
})

test('a browser that cannot write WebP stores every size as JPEG', { tag: '@long' }, async ({ cast }) => {
  const doctor = await cast.doctor('Claire')
  const page = await doctor.open('/doctor')
  // Safari answers with PNG when it is asked for WebP.
  await page.evaluate(() => {
    // oxlint-disable-next-line typescript/unbound-method -- the proxy passes the canvas on
    HTMLCanvasElement.prototype.toBlob = new Proxy(HTMLCanvasElement.prototype.toBlob, {
      apply: (write, canvas, [done, type, quality]) =>
        Reflect.apply(write, canvas, [done, type === 'image/webp' ? 'image/png' : type, quality]),
    })
  })
  await page.getByRole('tab').nth(1).click()
  await choose(page, 'Fotoğraf seç', await picture(page))
  await page.getByRole('button', { name: 'Fotoğrafı Kaydet' }).click()
  await expect(page.getByText('Fotoğraf kaydedildi.')).toBeVisible()
  const shown = page.getByRole('img', { name: `Fotoğraf: ${doctor.name}` })
  const address = (await shown.getAttribute('src')) ?? ''
  expect(address).toMatch(/-full\.jpg$/)
  for (const size of ['large', 'full', 'small', 'share']) {
    const photo = await page.request.get(address.replace('-full', `-${size}`))
    expect([photo.status(), photo.headers()['content-type']]).toEqual([200, 'image/jpeg'])
    expect((await photo.body()).length).toBeLessThanOrEqual(300 * 1024)
  }
})
