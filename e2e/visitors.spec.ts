import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

test('a visitor opens the site and finds what it is for, the figures and the services', async ({ page }) => {
  const response = await page.goto('/')
  expect(response?.status()).toBe(200)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  for (const figure of ['5', '24/7', '2', '∞']) await expect(page.getByRole('definition').filter({ hasText: figure }).first()).toBeVisible()
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(5)
  await expect(page.getByRole('main').getByRole('article').getByRole('link')).toHaveText([
    'Sağlık',
    'İç Mimarlık',
    'Bize sorun – İthalat ve İhracat',
    'Bize sorun – Gayrimenkul',
    'Bize sorun – Hukuk',
  ])
  // At the top and beside the steps.
  const booking = page.getByRole('main').getByRole('link', { name: 'Randevu Al' })
  await expect(booking).toHaveCount(2)
  for (const link of await booking.all()) await expect(link).toHaveAttribute('href', '/appointments')
})

test('beside the title of the landing page are two actions; three quiet links follow below it', { tag: '@long' }, async ({ page }) => {
  await page.goto('/')
  const [title, links] = [page.getByRole('heading', { level: 1 }), page.getByRole('main').locator('section').first().getByRole('link')]
  await expect(title.locator('xpath=..').getByRole('link')).toHaveText(['Randevu Al', 'Giriş Yap'])
  const targets = [
    ['Sağlık hizmetleri', '/healthcare'],
    ['Doktorlarımız', '/doctors'],
    ['Bize ulaşın', '/#contact'],
  ] as const
  for (const [name, href] of targets) await expect(links.filter({ hasText: name })).toHaveAttribute('href', href)
})

test('an answer links to the page on which users can do what it explains', { tag: '@long' }, async ({ page }) => {
  await page.goto('/faq#video')
  await page.getByRole('region', { name: 'Video görüşme için ne gerekir?' }).getByRole('link', { name: 'Video görüşme testi' }).click()
  await expect(page).toHaveURL('/video-test')
  await page.goto('/en/faq#trade')
  await page.getByRole('main').getByRole('link', { name: 'Write to us', exact: true }).click()
  await expect(page).toHaveURL('/en/contact?service=import-export#write')
})

test('a visitor who follows a wrong link is told so and finds the way home', async ({ page }) => {
  const response = await page.goto('/no-such-page')
  expect(response?.status()).toBe(404)
  await expect(page.getByText('Oops! Page not found')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sayfa bulunamadı')
  // The whole page fits on a phone, the number in the doorway included.
  await page.setViewportSize({ width: 375, height: 812 })
  await expect(page.getByText('404').and(page.locator(':visible'))).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('link', { name: 'Ana sayfaya dön' })).toBeInViewport({ ratio: 1 })
  await page.getByRole('link', { name: 'Ana sayfaya dön' }).click()
  await expect(page).toHaveURL('/')
})

test('a visitor who follows a wrong link searches for a doctor from there', async ({ cast }) => {
  const doctor = await cast.doctor('Sevda')
  const page = await cast.visitor()
  await page.goto('/en/no-such-page')
  await page.getByRole('searchbox', { name: 'Find a doctor' }).fill('Sevda')
  await page.getByRole('button', { name: 'Find a doctor' }).click()
  await expect(page).toHaveURL('/en/doctors?q=Sevda')
  await expect(page.getByRole('searchbox')).toHaveValue('Sevda')
  await expect(page.getByRole('heading', { name: doctor.name.replace('Dr. ', '') })).toBeVisible()
})

for (const width of [375, 1280]) {
  test(`the categories of the questions lead to their sections and mark the one being read, ${width} px wide`, { tag: '@long' }, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/faq#cancel')
    const categories = page.getByRole('navigation', { name: 'Kategoriler' })
    const category = (name: string) => categories.getByRole('link', { name })
    const answer = page.getByRole('region', { name: 'Randevumu nasıl iptal ederim?' })
    await expect(answer).toBeVisible()
    await category('Ödeme').click()
    await expect(page.getByRole('region', { name: 'Ödeme', exact: true })).toBeFocused()
    await expect(page.getByRole('heading', { name: 'Ödeme', exact: true })).toBeInViewport()
    await expect(category('Ödeme')).toHaveAttribute('aria-current', 'location')
    await expect(category('Ödeme')).toBeInViewport()
    // The open question stays open, and stays in the address.
    await expect(page).toHaveURL('/faq#cancel')
    await expect(answer).toBeVisible()
    await category('Teknik').click()
    await expect(category('Teknik')).toHaveAttribute('aria-current', 'location')
    await expect(category('Ödeme')).not.toHaveAttribute('aria-current')
    await page.getByRole('searchbox').fill('kamera')
    await expect(categories.getByRole('link')).toHaveText(['Teknik'])
  })
}

test('links to a part of the landing page scroll there, from the page itself and from another', async ({ page }) => {
  await page.goto('/faq')
  await page.getByRole('banner').getByRole('link', { name: 'Hukuk' }).click()
  await expect(page).toHaveURL('/#services')
  await expect(page.getByRole('heading', { name: 'Hizmetlerimiz' })).toBeInViewport()
  await page.getByRole('main').getByRole('link', { name: 'Bize ulaşın' }).click()
  await expect(page.getByRole('heading', { name: 'Bize yazın' })).toBeInViewport()
})

test('a section that loads slowly is scrolled to when it appears', { tag: '@long' }, async ({ page }) => {
  await page.goto('/faq', { waitUntil: 'networkidle' })
  await page.route(/\/assets\/home-.*\.js$/, async (route) => {
    await page.waitForTimeout(600)
    await route.continue()
  })
  await page.getByRole('banner').getByRole('link', { name: 'Hukuk' }).click()
  await expect(page.getByRole('heading', { name: 'Hizmetlerimiz' })).toBeInViewport()
})

test('text and clicks before hydration are applied afterwards', async ({ page }) => {
  const letGo = await holdScripts(page)
  await page.goto('/', { waitUntil: 'commit' })
  await page.getByLabel('Ad soyad').fill('Ayşe')
  await page.getByRole('button', { name: 'Mesajı Gönder' }).click()
  letGo()
  await expect(page.getByText('Lütfen tüm gerekli alanları doldurun.')).toBeVisible()
  await expect(page.getByLabel('Ad soyad')).toHaveValue('Ayşe')
  await expect(page).toHaveURL('/')
  await page.getByLabel('E-posta').fill('ayse@example.com')
  await page.getByLabel('Mesajınız').fill('Merhaba')
  await page.getByRole('button', { name: 'Mesajı Gönder' }).click()
  await expect(page.getByText('Mesajınız başarıyla gönderildi. En kısa sürede size dönüş yapacağız.')).toBeVisible()
})

test('a search and an opened question from before hydration are kept', async ({ page }) => {
  const letGo = await holdScripts(page)
  await page.goto('/faq', { waitUntil: 'commit' })
  await page.getByRole('searchbox').fill('iptal')
  await page.getByRole('button', { name: /iptal/ }).first().click()
  letGo()
  await expect(page.getByRole('button', { name: /iptal/ }).first()).toHaveAttribute('aria-expanded', 'true')
  await expect(page.getByRole('searchbox')).toHaveValue('iptal')
  await expect(page.getByRole('button', { name: 'Aramayı temizle' })).toBeVisible()
})

async function holdScripts(page: Page) {
  let letGo = () => {}
  const isHeld = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route(/\/assets\/site-.*\.js$/, async (route) => {
    await isHeld
    await route.continue()
  })
  return letGo
}

test('a visitor writes to the company; nothing typed is lost on a mistake', async ({ page }) => {
  await page.goto('/#contact')
  await page.getByRole('button', { name: 'Mesajı Gönder' }).click()
  await expect(page.getByText('Lütfen tüm gerekli alanları doldurun.')).toBeVisible()
  await expect(page.getByLabel('Ad soyad')).toBeFocused()
  await page.getByLabel('Ad soyad').fill('Ayşe Yılmaz')
  await page.getByLabel('E-posta').fill('ayse@')
  await page.getByLabel('Mesajınız').fill('Randevu almak istiyorum.')
  await page.getByRole('button', { name: 'Mesajı Gönder' }).click()
  await expect(page.getByText('Geçersiz Email')).toBeVisible()
  await expect(page.getByLabel('Mesajınız')).toHaveValue('Randevu almak istiyorum.')
  await page.getByLabel('E-posta').fill('ayse@example.com')
  await page.getByRole('button', { name: 'Mesajı Gönder' }).click()
  await expect(page.getByText('Mesajınız başarıyla gönderildi. En kısa sürede size dönüş yapacağız.')).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('heading', { name: 'Başarılı' })).toBeFocused()
  await expect(page.locator('[data-sonner-toast]')).toHaveCount(0)
  await page.getByRole('button', { name: 'Başka bir mesaj yaz' }).click()
  await expect(page.getByLabel('Mesajınız')).toHaveValue('')
})

test('a message that cannot be sent says so and stays in the form', async ({ page }) => {
  await page.goto('/#contact')
  await page.route('**/rest/v1/contact_messages**', (route) => route.abort())
  await page.getByLabel('Ad soyad').fill('Ayşe Yılmaz')
  await page.getByLabel('E-posta').fill('ayse@example.com')
  await page.getByLabel('Mesajınız').fill('Merhaba')
  await page.getByRole('button', { name: 'Mesajı Gönder' }).click()
  await expect(page.getByText('Email Gönderilemedi')).toBeVisible()
  await expect(page.getByLabel('Mesajınız')).toHaveValue('Merhaba')
})

test('a message reaches the company and is confirmed to its sender, in the language of the page', async ({ page }) => {
  await page.goto('/en/#contact')
  await page.getByLabel('Full name').fill('Grace O’Neil')
  await page.getByLabel('E-mail').fill('grace@example.com')
  await page.getByLabel('Your message').fill('Could you send me an offer?')
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByText('Your message was sent.')).toBeVisible()
  const reference = (await page.getByText(/^Reference: [0-9A-F]{8}$/).innerText()).slice(-8)
  const mailsTo = async (address: string) =>
    (await (await page.request.get(`/dev/mail.json?to=${address}`)).json()) as { subject: string; text: string; replyTo: string }[]
  await expect.poll(() => mailsTo('grace@example.com')).toMatchObject([{ subject: `We have your message (${reference}) – BKV` }])
  const notices = async () => (await mailsTo('info@bkv.example.com')).filter(({ replyTo }) => replyTo === 'grace@example.com')
  await expect.poll(notices).toMatchObject([{ text: expect.stringContaining('Could you send me an offer?') }])
})

test('a failing mail service is reported, and trying again neither stores nor sends the message twice', async ({ page }) => {
  const stored: unknown[] = []
  page.on('request', (request) => {
    if (request.url().includes('/rest/v1/contact_messages')) stored.push((request.postDataJSON() as { id: string }).id)
  })
  const say = (error: string) =>
    page.route('**/functions/v1/send-email', (route) => route.fulfill({ status: 502, json: { error } }), { times: 1 })
  await page.goto('/#contact')
  await page.getByLabel('Ad soyad').fill('Mehmet Demir')
  await page.getByLabel('E-posta').fill('mehmet@example.com')
  await page.getByLabel('Mesajınız').fill('Merhaba')
  await say('The bkv.example.com domain is not verified')
  await page.getByRole('button', { name: 'Mesajı Gönder' }).click()
  await expect(page.getByText('E-\u2060posta hizmetimizde şu anda bakım var.')).toBeVisible()
  await say('550 mailbox is full')
  await page.getByRole('button', { name: 'Mesajı Gönder' }).click()
  await expect(page.getByText('550 mailbox is full')).toBeVisible()
  await expect(page.getByLabel('Mesajınız')).toHaveValue('Merhaba')
  await page.getByRole('button', { name: 'Mesajı Gönder' }).click()
  await expect(page.getByText('Mesajınız başarıyla gönderildi. En kısa sürede size dönüş yapacağız.')).toBeVisible()
  expect(new Set(stored).size).toBe(1)
  const mails = async () => (await (await page.request.get('/dev/mail.json?to=mehmet@example.com')).json()) as unknown[]
  await expect.poll(mails).toHaveLength(1)
})

test('a visitor finds an answer by a word of it, one open at a time, or is led to the company', async ({ page }) => {
  await page.goto('/faq')
  const end = page.getByRole('region', { name: 'Başka bir sorunuz mu var?' })
  await expect(end.getByRole('link')).toHaveText(['+994 12 000 00 00', 'Bize sorun'])
  // The first question is open on arrival.
  await expect(page.getByRole('main').getByRole('button', { expanded: false })).toHaveCount(15)
  await page.getByRole('searchbox').fill('IPTAL')
  await expect(page.getByText('soru bulundu')).toBeVisible()
  await page.getByRole('button', { name: 'Randevumu nasıl iptal ederim?' }).click()
  await expect(page.getByText('doktorun belirlediği süreye kadar iptal edebilirsiniz')).toBeVisible()
  await page.getByRole('button', { name: 'İptal edersem ödediğim ücret iade edilir mi?' }).click()
  await expect(page.getByText('doktorun belirlediği süreye kadar iptal edebilirsiniz')).toBeHidden()
  await page.getByRole('searchbox').fill('zürafa')
  await expect(page.getByText('Bu aramaya uyan soru yok')).toBeVisible()
  await expect(end).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Bize sorun' })).toHaveAttribute('href', '/contact')
  await page.getByRole('button', { name: 'Aramayı temizle' }).click()
  await expect(page.getByRole('main').getByRole('button', { expanded: false })).toHaveCount(16)
})

test('the chosen theme is applied and kept', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/')
  await page.getByLabel('Görünüm').click()
  await page.getByRole('button', { name: 'Koyu' }).click()
  await expect(page.locator('html')).toHaveClass(/dark/)
  await page.reload()
  await expect(page.locator('html')).toHaveClass(/dark/)
  await page.getByLabel('Görünüm').click()
  await page.getByRole('button', { name: 'Sistem' }).click()
  await expect(page.locator('html')).not.toHaveClass(/dark/)
})

test('with the keyboard alone a user skips to the content, opens and closes a menu, and the focus returns', async ({ page }) => {
  await page.goto('/')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'İçeriğe geç' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  const more = page.getByRole('banner').locator('summary').filter({ hasText: 'Daha fazla' })
  await more.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sık Sorulan Sorular' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sık Sorulan Sorular' })).toBeHidden()
  await expect(more).toBeFocused()
})

test('the menu on a phone holds every link', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 700 })
  await page.goto('/')
  await page.getByLabel('Menü', { exact: true }).click()
  const menu = page.getByRole('banner').getByRole('navigation')
  await expect(menu.getByRole('link')).toHaveCount(11)
  await expect(menu.getByRole('link').first()).toHaveText('Randevu Al')
  await menu.getByRole('link', { name: 'Sık Sorulan Sorular' }).click()
  await expect(page).toHaveURL('/faq')
  await expect(menu).toBeHidden()
})

test('an offline visitor sees a notice', async ({ page, context }) => {
  await page.goto('/')
  await context.setOffline(true)
  await expect(page.getByText('İnternet bağlantısı yok.')).toBeVisible()
  // The notice is also visible far down the page.
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  await expect(page.getByText('İnternet bağlantısı yok.')).toBeInViewport({ ratio: 1 })
  await context.setOffline(false)
  await expect(page.getByText('İnternet bağlantısı yok.')).toBeHidden()
})
