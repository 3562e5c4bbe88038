// Shared by the stories about what admins add to the pages at /admin/site.
import { expect, type Page } from '@playwright/test'
import type { Cast } from './cast.ts'
import { word } from './management.ts'

/** From pressing the publish button to a page that shows the entry. */
export const MAX_DELAY_MS = 5000
export const ANIMATED = Buffer.from('RIFF\0\0\0\0WEBPVP8X\x0a\0\0\0\x02\0\0\0', 'latin1')

/** A PNG of one colour, drawn by the browser. */
export async function picture(page: Page, name: string, colour: string) {
  const dataUrl = await page.evaluate((fill) => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 1200, height: 900 })
    const context = canvas.getContext('2d')
    if (!context) throw new Error('no canvas')
    context.fillStyle = fill
    context.fillRect(0, 0, 1200, 900)
    return canvas.toDataURL('image/png')
  }, colour)
  return { name, mimeType: 'image/png', buffer: Buffer.from(dataUrl.split(',')[1] ?? '', 'base64') }
}

export const photos = (page: Page) => page.getByRole('region', { name: 'Fotoğraflar' })

export async function choose(page: Page, files: { name: string; mimeType: string; buffer: Buffer }[]) {
  await photos(page).getByLabel('Fotoğraf seçin').setInputFiles(files)
}

/** Requests the page as a visitor without scripts until it contains the text. */
export async function shows(site: { url: string }, path: string, text: string) {
  await expect(async () => {
    const html = await (await fetch(site.url + path)).text()
    expect(html).toContain(text)
  }).toPass({ timeout: MAX_DELAY_MS, intervals: [100] })
}

/** A notice, a question or a project that an admin has saved before the story begins. */
export async function stored(cast: Cast, admin: { id: string; email: string }, kind: string, body: object, isPublished = false) {
  const id = crypto.randomUUID()
  const slug = kind === 'notice' ? null : word()
  await cast.act(admin, 'POST', '/rest/v1/rpc/save_content_draft', { content_id: id, kind, slug, body, version: 0 })
  if (isPublished) await cast.act(admin, 'POST', '/rest/v1/rpc/publish_content', { content_id: id, version: 1 })
  return { id, slug: slug ?? '' }
}
