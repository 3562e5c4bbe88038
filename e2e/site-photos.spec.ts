// Admins add projects with photos at /admin/site. Uses its own server, because everybody sees them.
import { truncate, writeFile } from 'node:fs/promises'
import { expectAccessible, expectNoSidewaysScroll } from './access.ts'
import { expect, test } from './fixtures.ts'
import { anAdmin, word } from './management.ts'
import { ANIMATED, choose, photos, picture, shows } from './site-entries.ts'

test.use({ environment: { AUTH_CONFIRM_EMAIL: 'off' } })

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
