// Admins add questions and notices to the pages at /admin/site. Uses its own server, because everybody sees them.
import type { Page } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from './access.ts'
import { expect, test } from './fixtures.ts'
import { anAdmin, word } from './management.ts'
import { MAX_DELAY_MS, shows, stored } from './site-entries.ts'

test.use({ environment: { AUTH_CONFIRM_EMAIL: 'off' } })

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
