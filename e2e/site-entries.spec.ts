// Admins add projects, questions and notices to the pages at /admin/site. Uses its own server, because everybody sees them.
import { truncate, writeFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from './access.ts'
import type { Cast } from './cast.ts'
import { expect, test } from './fixtures.ts'
import { anAdmin, word } from './management.ts'

test.use({ environment: { AUTH_CONFIRM_EMAIL: 'off' } })

/** From pressing the publish button to a page that shows the entry. */
const MAX_DELAY_MS = 5000
const ANIMATED = Buffer.from('RIFF\0\0\0\0WEBPVP8X\x0a\0\0\0\x02\0\0\0', 'latin1')

/** A PNG of one colour, drawn by the browser. */
async function picture(page: Page, name: string, colour: string) {
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

const photos = (page: Page) => page.getByRole('region', { name: 'Fotoğraflar' })

async function choose(page: Page, files: { name: string; mimeType: string; buffer: Buffer }[]) {
  await photos(page).getByLabel('Fotoğraf seçin').setInputFiles(files)
}

/** Requests the page as a visitor without scripts until it contains the text. */
async function shows(site: { url: string }, path: string, text: string) {
  await expect(async () => {
    const html = await (await fetch(site.url + path)).text()
    expect(html).toContain(text)
  }).toPass({ timeout: MAX_DELAY_MS, intervals: [100] })
}

/** A notice, a question or a project that an admin has saved before the story begins. */
async function stored(cast: Cast, admin: { id: string; email: string }, kind: string, body: object, isPublished = false) {
  const id = crypto.randomUUID()
  const slug = kind === 'notice' ? null : word()
  await cast.act(admin, 'POST', '/rest/v1/rpc/save_content_draft', { content_id: id, kind, slug, body, version: 0 })
  if (isPublished) await cast.act(admin, 'POST', '/rest/v1/rpc/publish_content', { content_id: id, version: 1 })
  return { id, slug: slug ?? '' }
}

test('the owner adds a kitchen with three photos, previews and publishes it, and a visitor sees it within five seconds', async ({
  cast,
  site,
}, info) => {
  test.slow()
  const admin = await anAdmin(cast)
  const page = await admin.open('/admin/site')
  const name = `Mutfak ${word()}`
  await page.getByRole('tab', { name: 'Projeler' }).click()
  await page.getByRole('button', { name: 'Proje ekle' }).click()
  await page.getByLabel('Başlık (Türkçe)').fill(`${name} <script>alert(1)</script>`)
  await expect(page.getByLabel('Adresteki ad')).toHaveValue(/^mutfak-\w+-script-alert-1-script$/)
  await page.getByLabel('Adresteki ad').fill('Mutfak!')
  await page.getByLabel('Yer (Türkçe)').fill('Yasamal, Bakü')
  await page.getByLabel('Metin (Türkçe)').fill('Ceviz **dolaplar**, [tuzak](javascript:alert(1)).')
  await page.getByLabel('Yıl').fill('1066')
  await choose(page, [
    await picture(page, 'dolap.png', '#806040'),
    await picture(page, 'ada.png', '#a0a0a0'),
    await picture(page, 'pencere.png', '#4080c0'),
    { name: 'hareketli.webp', mimeType: 'image/webp', buffer: ANIMATED },
    { name: 'bozuk.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('not a picture') },
  ])
  const huge = info.outputPath('dev.jpg')
  await writeFile(huge, '')
  await truncate(huge, 40 * 1024 * 1024)
  await photos(page).getByLabel('Fotoğraf seçin').setInputFiles(huge)
  const chosen = photos(page).getByRole('list', { name: 'Eklenecek fotoğraflar' })
  await expect(chosen.getByRole('listitem').filter({ hasText: 'hareketli.webp' })).toContainText('Hareketli')
  await expect(chosen.getByRole('listitem').filter({ hasText: 'bozuk.jpg' })).toContainText('açılamadı')
  await expect(chosen.getByRole('listitem').filter({ hasText: 'dev.jpg' })).toContainText('20 MB')
  for (const file of ['hareketli.webp', 'bozuk.jpg', 'dev.jpg']) await chosen.getByRole('button', { name: `Vazgeç: ${file}` }).click()
  await chosen.getByRole('listitem').filter({ hasText: 'ada.png' }).getByLabel('Kadrajı kaydır').fill('80')
  await photos(page).getByRole('button', { name: '3 fotoğrafı yükle' }).click()
  await expect(photos(page).getByRole('listitem', { name: 'Fotoğraf 3' })).toBeVisible()
  await page.getByRole('button', { name: 'Yayımla' }).click()
  await expect(page.getByText('1900 ile 2100 arasında')).toBeVisible()
  await expect(page.getByText('En az üç karakter yazın')).toBeVisible()
  await expect(page.getByText('Her fotoğrafı en az bir dilde açıklayın.')).toBeVisible()
  const slug = `mutfak-${word()}`
  await page.getByLabel('Adresteki ad').fill(slug)
  await page.getByLabel('Yıl').fill('2026')
  for (const [place, alt] of ['Ceviz dolap', 'Mutfak adası', 'Pencere önü'].entries())
    await photos(page)
      .getByRole('listitem', { name: `Fotoğraf ${place + 1}` })
      .getByLabel('Açıklama (Türkçe)')
      .fill(alt)
  await photos(page).getByRole('button', { name: 'Fotoğraf 3: yukarı taşı' }).click()
  await expect(photos(page).getByRole('button', { name: 'Fotoğraf 2: yukarı taşı' })).toBeFocused()
  await expect(photos(page).getByRole('listitem', { name: 'Fotoğraf 2' }).getByRole('img')).toHaveAttribute('alt', 'Pencere önü')
  await expectAccessible(page, { what: 'a project with photos' })

  const preview = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Önizleme' }).click()
  const draft = await preview
  await expect(draft.getByRole('heading', { name })).toBeVisible()
  await expect(draft).toHaveURL(/\/preview\/[0-9a-f-]{36}$/)
  await draft.close()
  await expect(page.getByLabel('Durum')).toContainText(/Önizleme adresinin geçerlilik sonu: .*\d{4}/)
  expect(await (await fetch(`${site.url}/interior-design`)).text()).not.toContain(name)

  await page.getByRole('button', { name: 'Yayımla' }).click()
  await expect(page.getByText('Yayımlandı.')).toBeVisible()
  await shows(site, '/interior-design', name)
  await shows(site, '/fr/interior-design', 'Pencere önü')
  const seen = page.waitForEvent('popup')
  await page.getByRole('link', { name: 'Sayfada gör' }).click()
  const shown = await seen
  await expect(shown).toHaveURL(`/interior-design#project-${slug}`)
  const project = shown.locator(`#project-${slug}`)
  await expect(project.getByRole('img', { name: 'Pencere önü' })).toBeVisible()
  await expect(project.getByText('dolaplar', { exact: true })).toBeVisible()
  await expect(project.getByRole('link')).toHaveCount(0)
  const images = project.getByRole('img')
  await expect(images).toHaveCount(3)
  const address = (await images.first().getAttribute('src')) ?? ''
  for (const size of ['large', 'full', 'small']) {
    const answer = await fetch(new URL(address.replace(/(?:large|full|small)(?=\.\w+$)/, size), site.url))
    expect(answer.headers.get('content-type')).toBe('image/webp')
    expect((await answer.arrayBuffer()).byteLength).toBeLessThanOrEqual(300 * 1024)
  }
})

test('an upload is cancelled, one that fails is tried again, and a photo is removed after a question', async ({ cast }) => {
  const admin = await anAdmin(cast)
  const page = await admin.open(`/admin/site?tab=project&new=${crypto.randomUUID()}`)
  await page.getByLabel('Başlık (Türkçe)').fill('Banyo')
  const uploads = '**/storage/v1/object/site-photos/**'
  // The upload gets no response.
  await page.route(uploads, () => {})
  await choose(page, [await picture(page, 'yavaş.png', '#333')])
  await photos(page).getByRole('button', { name: '1 fotoğrafı yükle' }).click()
  await expect(photos(page).getByRole('progressbar', { name: 'yavaş.png' })).toBeVisible()
  await photos(page).getByRole('button', { name: 'Yüklemeyi iptal et: yavaş.png' }).click()
  await expect(photos(page).getByText('yavaş.png')).toHaveCount(0)

  await page.unroute(uploads)
  await page.route(uploads, (route) => route.abort())
  await choose(page, [await picture(page, 'lavabo.png', '#666')])
  await photos(page).getByRole('button', { name: '1 fotoğrafı yükle' }).click()
  await expect(photos(page).getByRole('alert')).toBeVisible()
  await page.unroute(uploads)
  await photos(page).getByRole('button', { name: '1 fotoğrafı yükle' }).click()
  const row = photos(page).getByRole('listitem', { name: 'Fotoğraf 1' })
  await row.getByLabel('Açıklama (Türkçe)').fill('Lavabo')
  await expect(photos(page).getByRole('listitem', { name: 'Fotoğraf 2' })).toHaveCount(0)
  // The photo and its description are kept, like typed text.
  await page.reload()
  await expect(row.getByLabel('Açıklama (Türkçe)')).toHaveValue('Lavabo')
  await expectNoSidewaysScroll(page)
  await row.getByRole('button', { name: 'Fotoğraf 1: kaldır' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Fotoğrafı kaldır' }).click()
  await expect(row).toHaveCount(0)
  await page.getByRole('button', { name: 'Taslağı kaydet' }).click()
  await expect(page.getByText('Taslak kaydedildi.')).toBeVisible()
})

test('the owner publishes two versions, restores the first and publishes it again; then withdraws and deletes the question', async ({
  cast,
  site,
}) => {
  const admin = await anAdmin(cast)
  const [first, second] = [`Otopark ${word()}`, `Park yeri ${word()}`]
  const body = { category: 'general', questions: { tr: `${first} var mı?` }, answers: { tr: 'Evet.' } }
  const { id } = await stored(cast, admin, 'faq', body, true)
  await shows(site, '/faq', first)
  const page = await admin.open('/admin/site?tab=faq')
  await page.getByRole('link', { name: `${first} var mı?` }).click()
  await expect(page.getByLabel('Durum')).toContainText('Yayında')
  await page.getByLabel('Soru (Türkçe)').fill(`${second} var mı?`)
  await page.getByRole('button', { name: 'Taslağı kaydet' }).click()
  await expect(page.getByText('Taslak kaydedildi.')).toBeVisible()
  await expect(page.getByLabel('Durum')).toContainText('Yayında, taslak daha yeni')
  // The page shows what is published, not the draft.
  expect(await (await fetch(`${site.url}/faq`)).text()).not.toContain(second)
  await page.getByRole('button', { name: 'Yayımla' }).click()
  await shows(site, '/faq', second)

  const versions = page.getByRole('button', { name: /^Geri yükle: / })
  await expect(versions).toHaveCount(2)
  await expect(page.getByLabel('Durum').getByText('Nigar Öykü').first()).toBeVisible()
  await versions.last().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Geri yükle' }).click()
  await expect(page.getByLabel('Soru (Türkçe)')).toHaveValue(`${first} var mı?`)
  expect(await (await fetch(`${site.url}/faq`)).text()).toContain(second)
  await page.getByRole('button', { name: 'Yayımla' }).click()
  await shows(site, '/faq', first)
  await expect(versions).toHaveCount(3)
  // Restoring the published version leaves nothing to publish, and the list says so too.
  await versions.last().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Geri yükle' }).click()
  await expect(page.getByText('Sürüm taslağa yüklendi.').last()).toBeVisible()
  await expect(page.getByLabel('Durum').getByText('Yayında', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Yayımla' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Listeye dön' }).click()
  const row = page.getByRole('article').filter({ hasText: first })
  await expect(row.getByText('Yayında', { exact: true })).toBeVisible()
  await row.getByRole('link').click()

  await page.getByRole('button', { name: 'Yayından kaldır' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Yayından kaldır' }).click()
  await expect(page.getByLabel('Durum')).toContainText('Taslak')
  await expect(async () => expect(await (await fetch(`${site.url}/faq`)).text()).not.toContain(first)).toPass({ timeout: MAX_DELAY_MS })
  await page.getByRole('button', { name: 'Sil', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sil', exact: true }).click()
  await expect(page.getByText('Silindi.')).toBeVisible()
  await expect(page).toHaveURL('/admin/site?tab=faq')
  await expect(page.getByRole('link', { name: `${first} var mı?` })).toHaveCount(0)
  await page.goto(`/admin/site?tab=faq&entry=${id}`)
  await expect(page.getByText('Bu kayıt artık yok')).toBeVisible()
})

test('the second of two editors keeps the text across a reload, sees what the first has saved, and chooses', async ({ cast }) => {
  const admin = await anAdmin(cast)
  const name = `Bayram ${word()}`
  const { id } = await stored(cast, admin, 'notice', { texts: { tr: name }, from: null, until: null })
  const address = `/admin/site?tab=notice&entry=${id}`
  const [first, second] = [await admin.open(address), await admin.open(address)]
  await second.getByLabel('Duyuru (Türkçe)').fill(`${name}: ofis kapalı`)
  await second.reload()
  await expect(second.getByLabel('Duyuru (Türkçe)')).toHaveValue(`${name}: ofis kapalı`)
  await first.getByLabel('Duyuru (Türkçe)').fill(`${name}: ofis açık`)
  await first.getByText('Diğer diller').click()
  await first.getByLabel('Duyuru (English)').fill('The office is open')
  await first.getByRole('button', { name: 'Taslağı kaydet' }).click()
  await expect(first.getByText('Taslak kaydedildi.')).toBeVisible()
  // The conflict is also shown after the page was loaded with the newer draft.
  await second.reload()
  await second.getByRole('button', { name: 'Taslağı kaydet' }).click()
  await expect(second.getByRole('alert')).toContainText(`${name}: ofis açık`)
  await second.getByRole('button', { name: 'Yazdıklarım kalsın' }).click()
  await second.getByRole('button', { name: 'Taslağı kaydet' }).click()
  await expect(second.getByText('Taslak kaydedildi.')).toBeVisible()
  await first.reload()
  await expect(first.getByLabel('Duyuru (Türkçe)')).toHaveValue(`${name}: ofis kapalı`)
  // Text that only the first editor wrote stays.
  await first.getByText('Diğer diller').click()
  await expect(first.getByLabel('Duyuru (English)')).toHaveValue('The office is open')

  // Publishing an older draft, without typing anything, shows the newer draft first.
  await second.getByLabel('Duyuru (Türkçe)').fill(`${name}: son hâli`)
  await second.getByRole('button', { name: 'Taslağı kaydet' }).click()
  await expect(second.getByLabel('Duyuru (Türkçe)')).toHaveValue(`${name}: son hâli`)
  await expect(second.getByRole('button', { name: 'Taslağı kaydet' })).toHaveCount(0)
  await first.getByRole('button', { name: 'Yayımla' }).click()
  await expect(first.getByText('Bu arada başka biri taslağı değiştirdi')).toBeVisible()
  await expect(first.getByLabel('Duyuru (Türkçe)')).toHaveValue(`${name}: son hâli`)
})

test('an admin uses only the keyboard to add a notice with its days, publish it and move it up', async ({ cast, site }) => {
  const admin = await anAdmin(cast)
  const other = `Eski ${word()}`
  await stored(cast, admin, 'notice', { texts: { tr: other }, from: null, until: '2026-01-01' }, true)
  const page = await admin.open('/admin/site')
  const name = `Nevruz ${word()}`
  await page.getByRole('tab', { name: 'Şirket' }).focus()
  await page.keyboard.press('End')
  await expect(page.getByRole('tab', { name: 'Duyurular' })).toBeFocused()
  await expect(page.getByRole('article').filter({ hasText: other })).toContainText('Süresi doldu')
  const press = async (target: ReturnType<Page['getByRole']>, key = 'Enter') => {
    await expect(async () => {
      await page.keyboard.press('Tab')
      await expect(target).toBeFocused({ timeout: 50 })
    }).toPass({ timeout: 20_000, intervals: [0] })
    await page.keyboard.press(key)
  }
  await press(page.getByRole('button', { name: 'Duyuru ekle' }))
  await expect(page.getByLabel('Duyuru (Türkçe)')).toBeVisible()
  await press(page.getByLabel('Duyuru (Türkçe)'), 'End')
  await page.keyboard.type(`${name}: **kapalıyız**`)
  await press(page.getByLabel('Son gün'), 'End')
  await page.keyboard.type('31.12.2099')
  await press(page.getByRole('button', { name: 'Yayımla' }))
  await expect(page.getByText('Yayımlandı.')).toBeVisible()
  await shows(site, '/contact', name)
  await shows(site, '/fr', name)
  await page.keyboard.press('Shift+Tab')
  await page.getByRole('link', { name: 'Listeye dön' }).press('Enter')
  const row = page.getByRole('article').filter({ hasText: name })
  await expect(row).toContainText(/Eksik: .?Azərbaycanca, English/)
  await press(page.getByRole('button', { name: `Yukarı taşı: ${name}` }))
  const isAbove = async () => {
    const texts = await page.getByRole('article').allTextContents()
    const [own = -1, others = -1] = [name, other].map((text) => texts.findIndex((each) => each.includes(text)))
    return own !== -1 && own < others
  }
  await expect.poll(isAbove).toBe(true)
  await expect(page.getByRole('button', { name: `Yukarı taşı: ${name}` })).toBeFocused()
  await expect(page.getByText(new RegExp(`${name}.*: \\d+/\\d+$`))).toBeAttached()
  await page.reload()
  await expect.poll(isAbove).toBe(true)
  await expectAccessible(page, { what: 'notices' })
  await expectNoSidewaysScroll(page)
})

test('a name in the address that exists is shown at its field, and a lost connection loses nothing', async ({ cast }) => {
  const admin = await anAdmin(cast)
  const body = { category: 'general', questions: { tr: 'Asansör var mı?' }, answers: { tr: 'Evet.' } }
  const { slug } = await stored(cast, admin, 'faq', body)
  const page = await admin.browse()
  const lists = '**/rest/v1/site_content?*'
  await page.route(lists, (route) => route.abort())
  await page.goto('/admin/site?tab=faq')
  await expect(page.getByRole('alert')).toContainText('Site içeriği yüklenemedi')
  await page.unroute(lists)
  await page.getByRole('alert').getByRole('button').click()
  await expect(page.getByRole('link', { name: 'Asansör var mı?' })).toBeVisible()
  await page.getByRole('button', { name: 'Soru ekle' }).click()
  await page.getByLabel('Soru (Türkçe)').fill('Kapı nerede?')
  await page.getByRole('button', { name: 'Taslağı kaydet' }).click()
  await expect(page.getByText('En az bir dilde hem soru hem yanıt gerekir.')).toBeVisible()
  await page.getByLabel('Yanıt (Türkçe)').fill('Solda.')
  // The addresses of another added question and of a specified one.
  for (const taken of [slug, 'refund']) {
    await page.getByLabel('Adresteki ad').fill(taken)
    await page.getByRole('button', { name: 'Taslağı kaydet' }).click()
    await expect(page.getByText('Bu ad kullanılıyor')).toBeVisible()
    await expect(page.getByLabel('Adresteki ad')).toBeFocused()
    await page.getByLabel('Adresteki ad').fill(word())
    await expect(page.getByText('Bu ad kullanılıyor')).toHaveCount(0)
  }
  await page.getByLabel('Adresteki ad').fill(word())
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Taslağı kaydet' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'İşlem tamamlanamadı' })).toBeVisible()
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Taslağı kaydet' }).click()
  await expect(page.getByText('Taslak kaydedildi.')).toBeVisible()
  await expect(page).toHaveURL(/entry=/)
})

test('closing a tab with unsaved text asks first; other pages and tabs keep it, and the editor can delete it', async ({ cast }) => {
  const admin = await anAdmin(cast)
  const name = `Tadilat ${word()}`
  const page = await admin.open('/admin/site?tab=notice')
  const text = page.getByLabel('Duyuru (Türkçe)')
  await page.getByRole('button', { name: 'Duyuru ekle' }).click()
  await text.fill(name)
  await expect.poll(async () => page.evaluate((typed) => Object.values(sessionStorage).join().includes(typed), name)).toBe(true)
  const asked = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  const question = await asked
  expect(question.type()).toBe('beforeunload')
  await question.dismiss()
  await expect(text).toHaveValue(name)

  // Visits the list, another section and another page; the unfinished text is still there.
  await page.getByRole('link', { name: 'Listeye dön' }).click()
  await page.getByRole('button', { name: 'Duyuru ekle' }).click()
  await expect(text).toHaveValue(name)
  await page.getByRole('tab', { name: 'Şirket' }).click()
  await page.getByLabel('Marka').fill('Nar')
  await page.getByRole('tab', { name: 'Duyurular' }).click()
  await page.getByRole('tab', { name: 'Şirket' }).click()
  await expect(page.getByLabel('Marka')).toHaveValue('Nar')
  await page.getByLabel('Marka').clear()
  await page.getByRole('link', { name: 'Yasal metinler' }).click()
  await expect(page).toHaveURL('/admin/legal')
  await page.goto('/admin/site?tab=notice')
  await page.getByRole('button', { name: 'Duyuru ekle' }).click()
  await expect(text).toHaveValue(name)

  await page.getByRole('button', { name: 'Sil', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sil', exact: true }).click()
  await expect(page).toHaveURL('/admin/site?tab=notice')
  await page.getByRole('button', { name: 'Duyuru ekle' }).click()
  await expect(text).toHaveValue('')
  await expect(page.getByRole('button', { name: 'Sil', exact: true })).toHaveCount(0)
})

test('leaving photos that are chosen but not uploaded asks first', async ({ cast }) => {
  const admin = await anAdmin(cast)
  const page = await admin.open('/admin/site?tab=project')
  await page.getByRole('button', { name: 'Proje ekle' }).click()
  const list = page.getByRole('link', { name: 'Listeye dön' })
  const question = page.getByRole('dialog', { name: 'Fotoğraflar yüklenmedi' })
  await photos(page)
    .getByLabel('Fotoğraf seçin')
    .setInputFiles([{ name: 'bozuk.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('not a picture') }])
  await expect(photos(page).getByText('açılamadı')).toBeVisible()
  // Nobody misses one that cannot be used.
  await list.click()
  await page.getByRole('button', { name: 'Proje ekle' }).click()
  await choose(page, [await picture(page, 'oda.png', '#345')])
  await expect(photos(page).getByLabel('Kadrajı kaydır')).toBeVisible()
  for (const leave of [
    () => list.click(),
    () => page.getByRole('tab', { name: 'Duyurular' }).click(),
    () => page.goBack(),
    () => page.getByRole('link', { name: 'Yasal metinler' }).click(),
  ]) {
    await leave()
    await question.getByRole('button', { name: 'Sayfada kal' }).last().click()
    await expect(photos(page).getByText('oda.png')).toBeVisible()
    await expect(page).toHaveURL(/new=/)
  }
  const asked = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  const closing = await asked
  expect(closing.type()).toBe('beforeunload')
  await closing.dismiss()
  await expect(photos(page).getByText('oda.png')).toBeVisible()
  await list.click()
  await question.getByRole('button', { name: 'Kaydetmeden ayrıl' }).click()
  await expect(page).toHaveURL('/admin/site?tab=project')
  await page.getByRole('link', { name: 'Yasal metinler' }).click()
  await expect(page).toHaveURL('/admin/legal')
})

test('chosen photos are uploaded with the project that is published, which waits until they are', async ({ cast, site }) => {
  const admin = await anAdmin(cast)
  const page = await admin.open(`/admin/site?tab=project&new=${crypto.randomUUID()}`)
  const name = `Salon ${word()}`
  await page.getByLabel('Başlık (Türkçe)').fill(name)
  await choose(page, [await picture(page, 'salon.png', '#543')])
  await expect(photos(page).getByLabel('Kadrajı kaydır')).toBeVisible()
  const publish = page.getByRole('button', { name: 'Yayımla' })
  const uploads = '**/storage/v1/object/site-photos/**'
  await page.route(uploads, (route) => route.abort())
  await publish.click()
  await expect(photos(page).getByRole('alert')).toBeVisible()
  await page.unroute(uploads)
  await publish.click()
  await expect(page.getByText('Her fotoğrafı en az bir dilde açıklayın.')).toBeVisible()
  await expect(page).toHaveURL(/new=/)
  await photos(page).getByLabel('Açıklama (Türkçe)').fill('Salonun penceresi')
  await publish.click()
  await expect(page.getByText('Yayımlandı.')).toBeVisible()
  await shows(site, '/interior-design', 'Salonun penceresi')
})

test('a new entry whose response is lost is stored once, however often it is saved', async ({ cast }) => {
  const admin = await anAdmin(cast)
  const name = `Tadilat ${word()}`
  const page = await admin.open('/admin/site?tab=notice')
  await page.getByRole('button', { name: 'Duyuru ekle' }).click()
  await page.getByLabel('Duyuru (Türkçe)').fill(name)
  const save = page.getByRole('button', { name: 'Taslağı kaydet' })
  const failed = page.getByRole('alert').filter({ hasText: 'İşlem tamamlanamadı' })
  const changes = '**/rest/v1/rpc/save_content_draft'
  // The entry is stored, but the page gets no response.
  await page.route(changes, async (route) => {
    await route.fetch()
    await route.abort()
  })
  await save.click()
  await expect(failed).toBeVisible()
  await page.unroute(changes)
  // The request succeeds, but then the stored entry cannot be loaded.
  let isAnswered = false
  page.on('response', (response) => {
    isAnswered ||= response.url().includes('save_content_draft')
  })
  const reads = '**/rest/v1/site_content?*'
  await page.route(reads, (route) => (isAnswered ? route.abort() : route.continue()))
  await save.click()
  await expect(failed).toHaveCount(0)
  await expect(failed).toBeVisible()
  expect(isAnswered).toBe(true)
  await page.unroute(reads)
  await save.click()
  await expect(page.getByText('Taslak kaydedildi.')).toBeVisible()
  await expect(page).toHaveURL(/entry=/)
  await page.getByRole('link', { name: 'Listeye dön' }).click()
  await expect(page.getByRole('link', { name })).toHaveCount(1)
})

test('a patient and a doctor see neither the page nor the drafts', async ({ cast }) => {
  const admin = await anAdmin(cast)
  const secret = `Taslak ${word()}`
  const { id } = await stored(cast, admin, 'notice', { texts: { tr: secret }, from: null, until: null })
  for (const person of [await cast.person('Leyla'), await cast.doctor('Rauf')]) {
    const page = await person.open('/admin/site?tab=notice')
    await expect(page.getByText('Erişim Reddedildi')).toBeVisible()
    await expect(page.getByText(secret)).toHaveCount(0)
    expect((await cast.act<object[]>(person, 'GET', '/rest/v1/site_content_drafts?select=content_id')).body).toEqual([])
    const published = await cast.act(person, 'POST', '/rest/v1/rpc/publish_content', { content_id: id, version: 1 })
    expect(published).toMatchObject({ status: 403, body: { code: '42501' } })
    const preview = `/rest/v1/site_content?select=id&id=eq.${id}`
    expect((await cast.act<object[]>(person, 'GET', preview)).body).toEqual([])
  }
})

test('an admin whose right is withdrawn while an editor is open is told so, and what was typed stays', async ({ cast }) => {
  const [owner, editor] = [await anAdmin(cast), await anAdmin(cast)]
  const { id } = await stored(cast, owner, 'notice', { texts: { tr: `Tatil ${word()}` }, from: null, until: null })
  const entry = await editor.open(`/admin/site?tab=notice&entry=${id}`)
  const company = await editor.open('/admin/site')
  await entry.getByLabel('Duyuru (Türkçe)').fill('Yarım kalan duyuru')
  await company.getByLabel('Marka').fill('Yarım')
  await cast.act(owner, 'DELETE', `/rest/v1/user_roles?user_id=eq.${editor.id}&role=eq.admin`)
  await entry.getByRole('button', { name: 'Taslağı kaydet' }).click()
  await expect(entry.getByRole('alert').filter({ hasText: 'Bu işlem için yetkiniz yok.' })).toBeVisible()
  await expect(entry.getByLabel('Duyuru (Türkçe)')).toHaveValue('Yarım kalan duyuru')
  await company.getByRole('button', { name: 'Kaydet' }).click()
  await expect(company.getByText('Bu işlem için yetkiniz yok.')).toBeVisible()
})

test('a pasted text that is too long is not cut off, and a notice for later days is scheduled', async ({ cast, site }) => {
  const admin = await anAdmin(cast)
  const page = await admin.open('/admin/site?tab=notice')
  const name = `Gelecek ${word()}`
  await page.getByRole('button', { name: 'Duyuru ekle' }).click()
  const text = page.getByLabel('Duyuru (Türkçe)')
  await text.fill(`${name} ${'uzun '.repeat(80)}son`)
  await expect(text).toHaveValue(/son$/)
  await page.getByRole('button', { name: 'Yayımla' }).click()
  await expect(page.getByText('Bu metin çok uzun.')).toBeVisible()
  await expect(page.getByText(/^4\d\d \/ 300$/)).toBeVisible()
  await text.fill(name)
  await page.getByLabel('İlk gün').fill('01.01.2099')
  await page.getByRole('button', { name: 'Yayımla' }).click()
  await expect(page.getByText('Yayımlandı.')).toBeVisible()
  await expect(page.getByText('Birkaç saniye içinde sayfada görünür.')).toHaveCount(0)
  await expect(page.getByLabel('Durum').getByText('Planlandı')).toBeVisible()
  expect(await (await fetch(site.url)).text()).not.toContain(name)
  await page.getByRole('link', { name: 'Listeye dön' }).click()
  await expect(page.getByRole('article').filter({ hasText: name })).toContainText('Planlandı')
})
