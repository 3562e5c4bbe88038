// The two services that have a page of their own: healthcare and interior design.
import type { Page } from '@playwright/test'
import { addressOf, expectAccessible, expectNoShift, expectNoSidewaysScroll, inEveryLanguage, watchShifts } from './access.ts'
import { expect, test } from './fixtures.ts'
import { AYLIN, employ, RAUF, rendered } from './public-doctors.ts'

const SPECIALTIES = `Kardiyoloji, Nöroloji, Ortopedi, Göz Hastalıkları, Kulak Burun Boğaz, Dermatoloji, Üroloji, Kadın Hastalıkları,
  Çocuk Hastalıkları, Dahiliye, Genel Cerrahi, Beyin ve Sinir Cerrahisi, Kalp ve Damar Cerrahisi, Plastik Cerrahi, Onkoloji, Endokrinoloji,
  Gastroenteroloji, Hematoloji, Enfeksiyon Hastalıkları, Fizik Tedavi ve Rehabilitasyon, Radyoloji, Anesteziyoloji ve Reanimasyon,
  Göğüs Hastalıkları, Psikiyatri,
  Beslenme ve Diyet`.split(/,\s+/)
const STAFFED = SPECIALTIES.slice(0, 2)

test('a visitor reads what healthcare covers and finds all 25 specialties, those with doctors first', async ({ page, cast, site }) => {
  await employ(cast, [RAUF, AYLIN])
  await expect.poll(() => rendered(`${site.url}/healthcare`)).toContain('"doctorCounts":{"kardiyoloji":1,"noroloji":1}')
  const response = await page.goto('/healthcare')
  expect(response?.status()).toBe(200)
  await expect(page.locator('meta[name=description]')).toHaveAttribute('content', /Sağlık turizmi, hastane seçimi, doktor randevusu/)
  const covered = page.getByRole('region', { name: 'Neleri üstleniyoruz' }).getByRole('heading', { level: 3 })
  await expect(covered).toHaveText([
    'Sağlık turizmi',
    'Hastane seçimi',
    'Doktor randevusu',
    'Tedavi planı',
    'Sağlık sigortası',
    'Çevrim içi psikolog görüşmesi',
    'Diyetisyen görüşmesi',
  ])
  const steps = page.getByRole('region', { name: 'Dört adımda görüşme' }).getByRole('listitem').getByRole('heading')
  await expect(steps).toHaveCount(4)
  // The number before each step is hidden from screen readers.
  for (const [place, name] of ['Doktorunuzu bulun', 'Saatinizi seçin', 'Onayı alın', 'Video ile görüşün'].entries())
    await expect(steps.nth(place)).toHaveAccessibleName(name)
  await expect(page.getByRole('region', { name: '25 uzmanlık alanı' }).getByRole('listitem')).toHaveText(
    SPECIALTIES.map((name) => new RegExp(`^${name} ${STAFFED.includes(name) ? '1\\sdoktor' : 'Bize sorun'}$`)),
  )
  // Nobody has working hours, so the section leads to the list.
  const doctors = page.getByRole('region', { name: 'Sizi dinleyecek doktorlar' })
  await doctors.scrollIntoViewIfNeeded()
  await expect(doctors.getByRole('link', { name: 'Bütün doktorlar' })).toHaveAttribute('href', '/doctors')
})

test('a visitor who wants a cardiologist finds one in two presses and lands on booking with the time selected', async ({ cast, site }) => {
  await cast.write('PATCH', '/rest/v1/doctors?available=is.true', { available: false })
  const doctor = await cast.doctor('Aylin')
  await cast.write('PATCH', `/rest/v1/doctors?id=eq.${doctor.doctorId}`, { specialization: 'Kardiyoloji' })
  const page = await cast.visitor({ viewport: { width: 375, height: 812 }, timezoneId: 'Europe/Istanbul' })
  await expect.poll(() => rendered(`${site.url}/ar/healthcare`)).toContain('"doctorCounts":{"kardiyoloji":1}')
  await page.goto('/ar/healthcare')
  const faces = page.getByRole('region', { name: 'أطباء يصغون إليكم' })
  await faces.scrollIntoViewIfNeeded()
  await expect(faces.getByRole('heading', { level: 3 })).toContainText('Aylin')
  await page.getByRole('link', { name: 'أمراض القلب طبيب واحد' }).click()
  await expect(page).toHaveURL('/ar/doctors?specialty=kardiyoloji')
  const time = page.locator(`a[href^="/ar/appointments?doctor=${doctor.doctorId}&date="]`).first()
  const [, clock] = /time=(\d\d:\d\d)/.exec((await time.getAttribute('href')) ?? '') ?? []
  await time.click()
  await expect(page).toHaveURL(/appointments\?doctor=.*&date=.*&time=/)
  await expect(page.getByRole('radio', { name: new RegExp(`^${clock ?? 'no time'}`) })).toBeChecked()
})

test('a specialty without doctors leads to the contact form, which names it', async ({ page, cast, site }) => {
  await employ(cast, [])
  await expect.poll(() => rendered(`${site.url}/healthcare`)).toContain('"doctorCounts":{}')
  await page.goto('/healthcare')
  // Nobody is listed, and the list of doctors is still one press away.
  await expect(page.getByRole('main').getByRole('link', { name: 'Doktorlarımız' }).first()).toBeInViewport()
  await page.getByRole('link', { name: 'Radyoloji Bize sorun' }).click()
  await expect(page).toHaveURL('/contact?specialty=radyoloji#write')
  await expect(page.getByLabel('Mesajınız')).toHaveValue('Radyoloji alanında bir doktor arıyorum.')
})

test('every topic of healthcare has a link; a topic without a page leads to the form, which names it', { tag: '@long' }, async ({
  page,
}) => {
  await page.goto('/en/healthcare')
  const lines = page.getByRole('region', { name: 'What we take care of' }).getByRole('listitem')
  await expect(lines).toHaveCount(7)
  for (const line of await lines.all()) await expect(line.getByRole('link')).toHaveCount(1)
  await lines.getByRole('link', { name: 'Health insurance' }).click()
  await expect(page).toHaveURL('/en/contact?service=insurance#write')
  await expect(page.getByRole('combobox', { name: 'Service' })).toHaveValue('healthcare')
  await expect(page.getByLabel('Your message')).toHaveValue('I would like to know more about your services: Health insurance.')
})

test('psychology names its coordinator, both consultations list four features, and each link leads to its page', async ({ page }) => {
  await page.goto('/healthcare')
  const main = page.getByRole('main')
  const psychology = main.getByRole('article', { name: 'Çevrim içi psikolog görüşmesi' })
  const dietitian = main.getByRole('article', { name: 'Diyetisyen görüşmesi' })
  await expect(psychology.getByText('Psikolojik danışmanlık koordinatörü')).toBeVisible()
  await expect(psychology.getByText('Example Coordinator')).toBeVisible()
  for (const card of [psychology, dietitian]) await expect(card.getByRole('listitem')).toHaveCount(4)
  await main.getByRole('link', { name: 'Diyetisyen görüşmesi' }).click()
  await expect(dietitian).toBeInViewport()
  await expect(main.getByRole('link', { name: 'Randevu Al' }).first()).toHaveAttribute('href', '/appointments')
  await expect(main.getByRole('link', { name: 'Doktorlarımız' }).first()).toHaveAttribute('href', '/doctors')
  await main.getByRole('link', { name: 'Bize yazın' }).click()
  await expect(page).toHaveURL('/?service=healthcare#contact')
  await expect(page.getByRole('combobox', { name: 'Hizmet' })).toHaveValue('healthcare')
  await expect(page.getByRole('heading', { name: 'Bize yazın' })).toBeInViewport()
})

for (const path of ['/healthcare', '/interior-design']) {
  test(`from ${path} the way back leads home, in the same language`, { tag: '@long' }, async ({ page }) => {
    await page.goto(addressOf('en', path))
    await page.getByRole('link', { name: 'Back to the home page' }).click()
    await expect(page).toHaveURL('/en')
  })
}

test('interior design shows its services, its architects and twelve pictures, which load lazily', async ({ page }) => {
  const fetched: string[] = []
  page.on('request', (request) => fetched.push(request.url()))
  await page.goto('/interior-design', { waitUntil: 'networkidle' })
  await expect(page.getByRole('region', { name: 'Ne yapıyoruz' }).getByRole('heading', { level: 3 })).toHaveText([
    'Konut',
    'Tasarım',
    'Danışmanlık',
    'Yenileme',
  ])
  const architects = page.getByRole('region', { name: 'Mimarlarımız' }).getByRole('listitem')
  await expect(architects).toHaveCount(2)
  await expect(architects.first()).toContainText('Baş mimar')
  await expect(architects.last()).toContainText('İç mimar')
  await expect(page.getByText('Buradaki görseller konsept görselleştirmelerdir')).toBeVisible()
  const interiors = () => fetched.filter((url) => url.includes('/interior-') && /\.(?:avif|webp)$/.test(url))
  // The page loads the picture on the first screen, and at most those about to be scrolled to.
  expect(interiors().length).toBeLessThan(6)
  const pictures = portfolio(page).getByRole('img')
  await expect(pictures).toHaveCount(12)
  expect(new Set(await pictures.evaluateAll((all) => all.map((each) => each.getAttribute('alt')))).size).toBe(12)
  for (const picture of await pictures.all()) {
    await picture.scrollIntoViewIfNeeded()
    await expect(picture).toHaveJSProperty('complete', true)
    await expect.poll(() => picture.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth)).toBeGreaterThan(0)
  }
  expect(interiors().filter((url) => !url.endsWith('.avif'))).toEqual([])
})

test('a category shows only its own pictures, also by keyboard, without moving the page', async ({ page }) => {
  await page.goto('/interior-design')
  const filter = page.getByRole('group', { name: 'Görselleri kategoriye göre göster' })
  await expect(filter.getByRole('button').first()).toHaveText('Tümü12')
  await expect(filter.getByRole('button', { pressed: true })).toHaveText('Tümü12')
  const kitchens = filter.getByRole('button', { name: 'Mutfak ve yemek' })
  await kitchens.focus()
  await page.evaluate(async () => document.fonts.ready.then(() => new Promise(requestAnimationFrame)))
  const before = await kitchens.boundingBox()
  await page.keyboard.press('Enter')
  await expect(kitchens).toHaveAttribute('aria-pressed', 'true')
  await expect(filter.getByRole('button', { pressed: true })).toHaveCount(1)
  await expect(tiles(page)).toHaveCount(2)
  await expect(tiles(page).first()).toHaveAccessibleName(/Lacivert mutfak/)
  await expect(page.getByText('2 görsel gösteriliyor')).toBeAttached()
  await expect.poll(() => kitchens.boundingBox()).toEqual(before)
  // The counts of all pictures and of each category: no picture is lost, and none is in two categories.
  const counts = [12, 6, 2, 2, 1, 1]
  await expect(filter.getByRole('button')).toHaveCount(counts.length)
  for (const [index, count] of counts.entries()) {
    const button = filter.getByRole('button').nth(index)
    await button.click()
    await expect(button).toHaveAttribute('aria-pressed', 'true')
    await expect(tiles(page)).toHaveCount(count)
  }
})

test('a picture opens large; buttons and arrow keys cycle through its category; Escape restores the focus', async ({ page }) => {
  await page.goto('/interior-design')
  await page.getByRole('button', { name: 'Yatak odası ve banyo' }).click()
  await tiles(page).first().click()
  const dialog = page.getByRole('dialog', { name: 'Yatak odası' })
  await expect(dialog.getByRole('img', { name: /lacivert döşemeli yatak/ })).toBeVisible()
  await expect(dialog.getByText('1 / 2')).toBeVisible()
  await dialog.getByRole('button', { name: 'Sonraki görsel' }).click()
  await expect(page.getByRole('dialog', { name: 'Banyo' }).getByText('2 / 2')).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(dialog).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByRole('dialog', { name: 'Banyo' })).toBeVisible()
  await page.getByRole('button', { name: 'Önceki görsel' }).click()
  await page.getByRole('button', { name: 'Önceki görsel' }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  // The focus is on the picture that was shown last, not on the one that was opened.
  await expect(tiles(page).last()).toBeFocused()
})

test('in Arabic the arrow keys are mirrored', { tag: '@long' }, async ({ page }) => {
  await page.goto('/ar/interior-design')
  await tiles(page).first().click()
  await expect(page.getByRole('dialog').getByText('1 من 12')).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByRole('dialog').getByText('2 من 12')).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('dialog').getByText('12 من 12')).toBeVisible()
})

test('a swipe shows the next picture', { tag: '@long' }, async ({ page }) => {
  await page.goto('/interior-design')
  await tiles(page).first().click()
  const picture = page.getByRole('dialog').getByRole('img')
  await expect(picture).toBeVisible()
  const box = await picture.boundingBox()
  if (!box) throw new Error('the picture is not shown')
  const [middle, height] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(middle, height)
  await page.mouse.down()
  await page.mouse.move(middle - 120, height)
  await page.mouse.up()
  await expect(page.getByRole('dialog').getByText('2 / 12')).toBeVisible()
})

test('both pages and the large picture are accessible (axe) and never scroll sideways, in every language', { tag: '@long' }, async ({
  cast,
}) => {
  await inEveryLanguage(cast.visitor, async (page, language) => {
    for (const path of ['/healthcare', '/interior-design']) {
      await page.setViewportSize({ width: 1280, height: 900 })
      await page.goto(addressOf(language, path))
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
      // A text that is missing shows its key.
      await expect(page.getByRole('main').getByText(/^(?:healthcare|interior|services|specialty)\.\w+$/)).toHaveCount(0)
      await expectAccessible(page, { what: path })
      await expectNoSidewaysScroll(page, [320, 375, 768, 1024])
    }
    await tiles(page).first().click()
    await expectAccessible(page, { what: 'large picture' })
    await expectNoSidewaysScroll(page)
    await expect(page.getByRole('dialog').getByRole('img')).toBeInViewport({ ratio: 1 })
  })
})

test('the pages have no layout shift while loading and scrolling', { tag: '@long' }, async ({ page }) => {
  await watchShifts(page)
  for (const path of ['/healthcare', '/interior-design']) {
    await page.goto(path, { waitUntil: 'networkidle' })
    for (const picture of await page.getByRole('main').getByRole('img').all()) await picture.scrollIntoViewIfNeeded()
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
    await expectNoShift(page)
  }
})

test.describe('with JavaScript disabled', () => {
  test.use({ javaScriptEnabled: false })

  test('both pages are complete', async ({ page }) => {
    await page.goto('/healthcare')
    await expect(page.getByRole('region', { name: '25 uzmanlık alanı' }).getByRole('listitem')).toHaveCount(25)
    await page.goto('/interior-design')
    await expect(portfolio(page).getByRole('img')).toHaveCount(12)
  })
})

const portfolio = (page: Page) => page.locator('#portfolio')
const tiles = (page: Page) => portfolio(page).getByRole('listitem').getByRole('button')
