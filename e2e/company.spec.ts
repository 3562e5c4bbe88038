// The pages about the company and how to reach it.
import type { Locator } from '@playwright/test'
import { addressOf, complaintsOf, expectAccessible, expectNoSidewaysScroll, inEveryLanguage } from './access.ts'
import { expect, test } from './fixtures.ts'
import { employ } from './public-doctors.ts'

test('a visitor reads who the company is, and goes on to write to it', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('banner').locator('summary').filter({ hasText: 'Daha fazla' }).click()
  await page.getByRole('banner').getByRole('link', { name: 'Hakkımızda' }).click()
  await expect(page).toHaveTitle('Hakkımızda – BKV, Bakü merkezli danışmanlık grubu')
  const main = page.getByRole('main')
  await expect(main.getByRole('navigation', { name: 'Beş hizmet alanımız' })).toBeInViewport()
  for (const name of ['Hikâyemiz', 'Değerlerimiz', 'Misyonumuz', 'Vizyonumuz'])
    await expect(main.getByRole('region', { name })).toBeVisible()
  await expect(main.getByRole('blockquote')).toHaveText('Bir işi üstlendiysek, yanıtı bulmak size değil bize düşer.')
  await expect(main.getByRole('region', { name: 'Değerlerimiz' }).getByRole('article').getByRole('heading')).toHaveText([
    'Kalite',
    'Güvenilirlik',
    'Uzmanlık',
    'Müşteri odaklılık',
    'Küresel bakış',
    'Destek',
  ])
  await expect(main.getByRole('navigation', { name: 'Beş hizmet alanımız' }).getByRole('link')).toHaveCount(5)
  const places = main.getByRole('region', { name: 'İki ülke, tek ekip' })
  await expect(places.getByRole('heading', { level: 3 })).toHaveText(['Azerbaycan', 'Türkiye'])
  await expect(places.getByRole('link')).toHaveText(['+994 12 000 00 00', '+90 212 000 00 00'])
  await expect(places.getByRole('term')).toHaveText(['Ticaret unvanı', 'Vergi numarası', 'Sağlık kuruluşu ruhsatı'])
  await expect(places.getByRole('definition')).toHaveText([
    'BKV Örnek Danışmanlık Grubu MMC',
    '0000000000',
    '000000 · Örnek Sağlık Kurumu · AZ',
  ])
  await expect(main.getByRole('link', { name: 'Bize yazın' })).toHaveAttribute('href', '/#contact')
  await main.getByRole('link', { name: 'Bize ulaşın' }).click()
  await expect(page).toHaveURL('/contact')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bize ulaşın')
})

test('the about page introduces doctors, whose names lead to their pages', async ({ cast }) => {
  await employ(cast, [])
  await cast.doctor('Selin')
  const page = await cast.visitor()
  await page.goto('/about')
  const people = page.getByRole('region', { name: 'İşin başındaki insanlar' })
  await people.scrollIntoViewIfNeeded()
  await expect(people.getByRole('listitem')).toHaveCount(1)
  await people.getByRole('link', { name: 'Selin' }).click()
  await expect(page).toHaveURL(/\/doctors\/selin-/)
})

test('without doctors, the about page has no section about them', { tag: '@long' }, async ({ page }) => {
  await page.route(/rpc\/get_public_doctors/, (route) => route.fulfill({ json: [] }))
  await page.goto('/about')
  await expect(page.getByRole('region', { name: 'Değerlerimiz' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'İşin başındaki insanlar' })).toHaveCount(0)
})

test('the image of a page is preloaded and is the one that is shown', { tag: '@long' }, async ({ page }) => {
  const pictures: string[] = []
  page.on('request', (request) => request.resourceType() === 'image' && pictures.push(new URL(request.url()).pathname))
  await page.goto('/interior-design', { waitUntil: 'networkidle' })
  const preload = page.locator('link[rel=preload][as=image]')
  await expect(preload).toHaveAttribute('fetchpriority', 'high')
  await expect(page.getByRole('main').locator('picture source').first()).toHaveAttribute(
    'srcset',
    (await preload.getAttribute('imagesrcset')) ?? 'none',
  )
  expect(pictures.filter((path) => path.includes('elegant'))).toEqual([expect.stringMatching(/interior-elegant-\d+-.+\.avif$/)])
})

test('a visitor finds the office, its hours and four ways to get help', async ({ page }) => {
  await page.goto('/contact')
  const office = page.getByRole('region', { name: 'Bakü’deki merkez ofisimiz' })
  await expect(office.getByRole('definition')).toHaveText([
    'Örnek Sokağı 1, AZ1000 Bakü, Azerbaycan',
    'Pazartesi–Cuma 09:00–18:00 (Bakü saati)',
    /^\+994 12 000 00 00\s*Her gün 09:00–22:00 \(Bakü saati\)$/,
    'info@bkv.example.com',
    '000000 · Örnek Sağlık Kurumu · AZ',
  ])
  await expect(office.getByRole('term')).toHaveText(['Adres', 'Ofis saatleri', 'Telefon', 'E-posta', 'Sağlık kuruluşu ruhsatı'])
  await expect(office.getByRole('link', { name: '+994 12 000 00 00' })).toHaveAttribute('href', 'tel:+994120000000')
  await expect(office.getByRole('link', { name: 'info@bkv.example.com' })).toHaveAttribute('href', 'mailto:info@bkv.example.com')

  const channels = page.getByRole('region', { name: 'Destek kanallarımız' })
  await expect(channels.getByRole('article')).toHaveCount(4)
  const channel = (name: string) => channels.getByRole('article').filter({ has: page.getByRole('heading', { name }) })
  await expect(channel('Çevrim içi mesaj')).toContainText('7/24')
  await expect(channel('Çevrim içi mesaj').getByRole('link')).toHaveAttribute('href', 'https://wa.me/994500000000')
  await expect(channel('Telefon desteği')).toContainText('09:00–22:00 (Bakü saati)')
  await expect(channel('Telefon desteği').getByRole('link', { name: '+90 212 000 00 00' })).toHaveAttribute('href', 'tel:+902120000000')
  await expect(channel('E-posta desteği')).toContainText('24 saat içinde yanıt')
  await expect(channel('E-posta desteği').getByRole('link')).toHaveAttribute('href', 'mailto:support@bkv.example.com')
  await expect(channel('Çok dilli destek').getByRole('listitem')).toHaveCount(6)
  // The same parts of all rows begin at the same place.
  const starts = (part: Locator) =>
    part.evaluateAll((all) => [...new Set(all.map((each) => Math.round(each.getBoundingClientRect().left)))])
  for (const part of ['h3', 'h3 + div']) expect(await starts(channels.locator(`article > ${part}`))).toHaveLength(1)
})

test('in Arabic, headings have a typeface of their own, and office hours stay on one line', { tag: '@long' }, async ({ page }) => {
  await page.goto(addressOf('ar', '/contact'))
  const loaded = () =>
    page.evaluate(() => [...document.fonts].flatMap(({ family, status }) => (status === 'loaded' ? [family.replaceAll('"', '')] : [])))
  await expect.poll(loaded).toContain('Mirza')
  const hours = page.getByRole('region', { name: 'مكتبنا الرئيسي في باكو' }).getByText('من 09:00 إلى 18:00', { exact: true })
  for (const width of [1280, 375, 320]) {
    await page.setViewportSize({ width, height: 800 })
    expect((await hours.boundingBox())?.height).toBeLessThan(40)
  }
})

test('a short answer leads to the same question on the FAQ page', { tag: '@long' }, async ({ page }) => {
  await page.goto('/contact')
  const answers = page.getByRole('region', { name: 'Kısa yanıtlar' }).getByRole('article')
  await expect(answers).toHaveCount(4)
  const questions = await answers.getByRole('link').allTextContents()
  await answers.getByRole('link', { name: 'Randevumu nasıl iptal ederim?' }).click()
  await expect(page).toHaveURL('/faq#cancel')
  for (const name of questions) await expect(page.getByRole('button', { name, exact: true })).toBeVisible()
})

test('a phone shows the form before the office, and says once when to expect an answer', { tag: '@long' }, async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 812 })
  await page.goto('/contact')
  const top = async (name: string) => (await page.getByRole('region', { name }).boundingBox())?.y ?? 0
  await expect(page.getByLabel('Ad soyad')).toBeInViewport()
  expect(await top('Bize yazın')).toBeLessThan(await top('Bakü’deki merkez ofisimiz'))
  await expect(page.getByRole('main').getByText(/24\s+saat içinde/)).toHaveText([
    'Sorunuzu yazın; iş günlerinde en geç 24 saat içinde yanıtlıyoruz.',
    // The text appears again with the e-mail channel, as specified.
    'İş günlerinde 24 saat içinde yanıt',
  ])
})

test('a visitor sends the form; the company and the sender get their mails', async ({ page }) => {
  await page.goto('/ru/contact')
  await expect(page.getByRole('heading', { name: 'Напишите нам' })).toBeInViewport()
  await page.getByLabel('Имя и фамилия').fill('Анна Каренина')
  await page.getByLabel('Эл. почта').fill('anna@example.com')
  await page.getByLabel('Ваше сообщение').fill('Хочу записаться на встречу.')
  await page.getByRole('button', { name: 'Отправить сообщение' }).click()
  await expect(page.getByText('Мы получили ваше сообщение и ответим в ближайшее время.')).toBeVisible()
  const mailsTo = async (address: string) =>
    (await (await page.request.get(`/dev/mail.json?to=${address}`)).json()) as { text: string; replyTo: string }[]
  await expect.poll(() => mailsTo('anna@example.com')).toHaveLength(1)
  const notices = (await mailsTo('info@bkv.example.com')).filter(({ replyTo }) => replyTo === 'anna@example.com')
  expect(notices.map(({ text }) => text.includes('Хочу записаться на встречу.'))).toEqual([true])
})

test('the forms on this page and on the landing page do not interfere', { tag: '@long' }, async ({ page }) => {
  await page.goto('/')
  await page.getByRole('main').getByRole('link', { name: 'Bize ulaşın' }).click()
  await expect(page).toHaveURL('/#contact')
  await page.getByRole('banner').locator('summary').filter({ hasText: 'Daha fazla' }).click()
  await page.getByRole('banner').getByRole('link', { name: 'İletişim' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bize ulaşın')
  await expect(page.locator('#contact, #services')).toHaveCount(0)
  await page.goBack()
  await expect(page).toHaveURL('/#contact')
  await expect(page.locator('#contact').getByRole('heading', { name: 'Bize yazın' })).toBeInViewport()
})

test('a phone shows the number and WhatsApp in the first window, before the form', { tag: '@long' }, async ({ cast }) => {
  const page = await cast.visitor({ viewport: { width: 375, height: 812 } })
  await page.goto('/contact')
  const call = page.getByRole('main').getByRole('link', { name: '+994 12 000 00 00' }).first()
  await expect(call).toHaveAttribute('href', 'tel:+994120000000')
  const write = page.getByRole('main').getByRole('link', { name: 'WhatsApp’tan yazın (yeni sekmede açılır)' }).first()
  for (const link of [call, write]) {
    await expect(link).toBeInViewport({ ratio: 1 })
    expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  }
})

test('in Arabic the page is right-to-left, numbers and addresses left-to-right', async ({ page }) => {
  await page.goto('/ar/contact')
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  const links = page.getByRole('main').locator('a[href^="tel:"], a[href^="mailto:"]')
  // Five links, and the number that phones show above the form.
  await expect(links).toHaveCount(6)
  for (const link of await links.all()) await expect(link.locator('bdi')).toHaveCSS('direction', 'ltr')
})

test.describe('with JavaScript disabled', () => {
  test.use({ javaScriptEnabled: false })

  test('both pages are complete', async ({ page }) => {
    await page.goto('/about')
    await expect(page.getByRole('main').getByRole('article')).toHaveCount(6)
    await page.getByRole('main').getByRole('link', { name: 'Bize ulaşın' }).click()
    await expect(page.getByRole('main').getByRole('article')).toHaveCount(8)
    await expect(page.locator('noscript p')).toBeVisible()
  })
})

test('both pages are accessible (axe), have a title and never scroll sideways, in every language', { tag: '@long' }, async ({ cast }) => {
  await inEveryLanguage(cast.visitor, async (page, language) => {
    const complaints = complaintsOf(page)
    for (const path of ['/about', '/contact']) {
      await page.setViewportSize({ width: 1280, height: 900 })
      await page.goto(addressOf(language, path))
      const isQuiet = page.waitForLoadState('networkidle')
      await expect(page).toHaveTitle(/BKV/)
      await expect(page.locator('meta[name=description]')).toHaveAttribute('content', /.{80}/)
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
      await expectAccessible(page, { what: path })
      await expectNoSidewaysScroll(page, [320, 375, 768, 1024, 1280])
      await isQuiet
    }
    expect(complaints).toEqual([])
  })
})
