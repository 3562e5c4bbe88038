// Navigating the public pages: by link, by language, with the keyboard, without scripts, on paper.
import type { Page } from '@playwright/test'
import { addressOf, complaintsOf, LANGUAGES } from './access.ts'
import { expect, test } from './fixtures.ts'

const chooseLanguage = async (page: Page, current: RegExp, name: string) => {
  await page.getByRole('banner').locator('summary').filter({ hasText: current }).click()
  await page.getByRole('banner').getByRole('link', { name }).click()
}
const scrollTop = (page: Page) => page.evaluate(() => Math.round(scrollY))

test.describe('changing the language under a prefix', () => {
  test('keeps the page, the scroll position, the query and what was typed', async ({ page }) => {
    await page.goto('/en/contact?from=advert#write')
    await page.getByLabel('Full name').fill('Grace')
    await page.getByLabel('Your message').fill('Half a sentence')
    await page.evaluate(() => scrollTo(0, 700))
    await page.evaluate(() => Object.assign(window, { isSameDocument: true }))
    await chooseLanguage(page, /Language: English/, 'Русский')
    await expect(page).toHaveURL('/ru/contact?from=advert#write')
    await expect(page.getByLabel('Имя и фамилия')).toHaveValue('Grace')
    await expect(page.getByLabel('Ваше сообщение')).toHaveValue('Half a sentence')
    await expect(page.locator('html')).toHaveAttribute('lang', 'ru')
    await expect.poll(async () => Math.abs((await scrollTop(page)) - 700)).toBeLessThan(60)
    expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true)
    // Links stay in the new language, and Back leads to the previous page in its own language.
    await page.getByRole('banner').getByRole('link', { name: /BKV/ }).click()
    await expect(page).toHaveURL('/ru')
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Свяжитесь с нами')
  })

  test('to Turkish leads to the plain address, and Back to the page in the other language', { tag: '@long' }, async ({ page }) => {
    await page.goto('/en')
    await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy policy' }).click()
    await expect(page).toHaveURL('/en/privacy')
    // Arriving on a page closes the menu, so it is opened once the page has arrived.
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Privacy policy')
    await chooseLanguage(page, /Language: English/, 'Türkçe')
    await expect(page).toHaveURL('/privacy')
    await expect(page.locator('html')).toHaveAttribute('lang', 'tr')
    await page.goBack()
    await expect(page).toHaveURL('/en')
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  })

  test('keeps the query of the sign-in page, the section of a document and the address of a missing page', { tag: '@long' }, async ({
    page,
  }) => {
    await page.goto('/ar/auth?confirmed=true')
    await page.getByRole('contentinfo').getByRole('link', { name: 'Azərbaycanca' }).click()
    await expect(page).toHaveURL('/az/auth?confirmed=true')
    await expect(page.getByRole('tab').nth(1)).toBeDisabled()
    await page.goto('/fr/privacy#data-protection')
    await expect(page.getByRole('contentinfo').getByRole('link', { name: 'English' })).toHaveAttribute(
      'href',
      '/en/privacy#data-protection',
    )
    await page.goto('/en/nope/at-all')
    await page.getByRole('contentinfo').getByRole('link', { name: 'Azərbaycanca' }).click()
    await expect(page).toHaveURL('/az/nope/at-all')
    await expect(page).toHaveTitle(/BKV/)
    await page.goto('/nope')
    await expect(page.getByRole('contentinfo').getByRole('link', { name: 'English' })).toHaveAttribute('href', '/en/nope')
  })

  test('leaves the focus on the picker', { tag: '@long' }, async ({ page }) => {
    await page.goto('/en/faq')
    const picker = page.getByRole('banner').locator('summary').filter({ hasText: 'EN' })
    await picker.focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('banner').getByRole('link', { name: 'Türkçe' })).toBeFocused()
    for (let step = 0; step < 3; step++) await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/ru/faq')
    await expect(page.getByRole('banner').locator('summary').filter({ hasText: 'RU' })).toBeFocused()
  })
})

test('all six languages are offered, in the header and in the footer', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('banner').locator('summary').filter({ hasText: 'Dil: Türkçe' }).click()
  for (const place of [page.getByRole('banner'), page.getByRole('contentinfo')])
    for (const name of ['Türkçe', 'Azərbaycanca', 'English', 'Русский', 'العربية', 'Français'])
      await expect(place.getByRole('link', { name })).toBeVisible()
})

test('in every language the header is as wide as the page below it', { tag: '@long' }, async ({ page }) => {
  for (const width of [1280, 1440])
    for (const language of LANGUAGES) {
      await page.setViewportSize({ width, height: 800 })
      await page.goto(addressOf(language, '/about'))
      // How far the outermost items extend beyond the page's text column, on either side.
      const overhang = () =>
        page.evaluate(() => {
          const row = document.querySelector('header > .page')
          if (!row) throw new Error('there is no header')
          const { paddingLeft, paddingRight } = getComputedStyle(row)
          const box = row.getBoundingClientRect()
          const items = [...row.querySelectorAll('a, button, summary')]
            .map((each) => each.getBoundingClientRect())
            .filter((each) => each.width)
          const left = box.left + Number.parseFloat(paddingLeft) - Math.min(...items.map((each) => each.left))
          const right = Math.max(...items.map((each) => each.right)) - box.right + Number.parseFloat(paddingRight)
          return Math.max(left, right) > 1 ? { left, right } : 'none'
        })
      await expect.poll(async () => ({ language, width, overhang: await overhang() })).toEqual({ language, width, overhang: 'none' })
    }
})

test.describe('following a link', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } })

  test('shows the top of the new page at once, puts the focus on its heading, and Back restores the place', async ({ page }) => {
    await page.goto('/', { waitUntil: 'networkidle' })
    await page.evaluate(() => scrollTo({ top: 1000, behavior: 'instant' }))
    await page.evaluate(() => {
      const places: number[] = []
      Object.assign(window, { places })
      const note = () => {
        if (location.pathname === '/contact' && document.querySelector('h1')?.textContent === 'Bize ulaşın') places.push(scrollY)
        requestAnimationFrame(note)
      }
      note()
    })
    await page.getByRole('banner').locator('summary').filter({ hasText: 'Daha fazla' }).click()
    await page.getByRole('banner').getByRole('link', { name: 'İletişim' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bize ulaşın')
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    expect(await page.evaluate(() => (window as unknown as { places: number[] }).places.filter((top) => top > 0).length)).toBeLessThan(2)
    await page.evaluate(() => scrollTo({ top: 600, behavior: 'instant' }))
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/tek güvenilir adres/)
    await expect.poll(() => scrollTop(page)).toBe(1000)
    await page.goForward()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bize ulaşın')
    await expect.poll(() => scrollTop(page)).toBe(600)
  })
})

test('content deferred until after the first paint has its height without the scripts, and a link to a section leads there at once', {
  tag: '@long',
}, async ({ page }) => {
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.addInitScript(() => {
    document.addEventListener(
      'readystatechange',
      () => (document.body.dataset['seen'] ??= document.documentElement.dataset['below'] ?? 'none'),
    )
  })
  const height = () => page.evaluate(() => document.documentElement.scrollHeight)
  await page.goto('/#contact', { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { level: 2, name: 'Bize yazın' })).toBeInViewport()
  await expect(page.locator('body')).toHaveAttribute('data-seen', 'none')
  const whole = await height()
  await page.goto('about:blank', { waitUntil: 'commit' })
  await page.goto('/', { waitUntil: 'commit' })
  await expect(page.locator('body')).toHaveAttribute('data-seen', 'later')
  await expect.poll(height).toBe(whole)
})

test('Tab inside the header does not scroll the page, and focused elements are not covered by it', { tag: '@long' }, async ({ page }) => {
  await page.goto('/contact')
  await page.evaluate(() => scrollTo({ top: 1400, behavior: 'instant' }))
  await page.getByRole('banner').locator('summary').filter({ hasText: 'Dil: Türkçe' }).focus()
  const before = await scrollTop(page)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Shift+Tab')
  expect(await scrollTop(page)).toBe(before)
  await page.getByRole('contentinfo').getByRole('link').last().focus()
  for (let step = 0; step < 25; step++) {
    await page.keyboard.press('Shift+Tab')
    const isCovered = () =>
      page.evaluate(() => {
        const { activeElement } = document
        const header = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0
        return !activeElement?.closest('header') && (activeElement?.getBoundingClientRect().top ?? 0) < header - 1
      })
    await expect.poll(isCovered).toBe(false)
  }
})

test('a service without its own page is highlighted on the landing page and scrolled into view on a phone', { tag: '@long' }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 375, height: 740 })
  await page.goto('/faq')
  for (const name of ['Hukuk', 'Gayrimenkul']) {
    await page.getByRole('banner').locator('summary[aria-label="Menü"]').click()
    await page.getByRole('banner').getByRole('link', { name }).click()
    await expect(page).toHaveURL('/#services')
    const card = page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name, exact: true }) })
    await expect(card).toBeInViewport({ ratio: 0.9 })
    await expect(card).toHaveAttribute('aria-current', 'true')
    await expect(page.getByRole('main').locator('[aria-current=true]')).toHaveCount(1)
  }
})

test('a service without its own page leads to the form, which names it and keeps what was chosen', async ({ page }) => {
  await page.goto('/')
  const message = page.getByLabel('Mesajınız')
  const service = page.getByRole('combobox', { name: 'Hizmet' })
  await page.getByRole('link', { name: 'Bize sorun – Hukuk' }).click()
  await expect(page).toHaveURL('/?service=legal#contact')
  await expect(service).toHaveValue('legal')
  await expect(message).toHaveValue('')
  await expect(page.getByRole('heading', { name: 'Bize yazın' })).toBeInViewport()
  // Another service replaces text that nobody has edited.
  await page.getByRole('link', { name: 'Bize sorun – Gayrimenkul' }).click()
  await expect(service).toHaveValue('real-estate')
  await message.fill('Bakü’de bir ev arıyorum.')
  await service.selectOption('İç Mimarlık')
  await page.getByRole('link', { name: 'Bize sorun – Hukuk' }).click()
  await expect(page).toHaveURL('/?service=legal#contact')
  await page.waitForLoadState('networkidle')
  await expect(message).toHaveValue('Bakü’de bir ev arıyorum.')
  await expect(service).toHaveValue('interior-design')
})

test('every question has an address; the short answers of the contact page open theirs', async ({ page }) => {
  await page.goto('/contact')
  const answers = page.getByRole('region', { name: 'Kısa yanıtlar' }).getByRole('article')
  await answers.getByRole('link', { name: 'Randevumu nasıl iptal ederim?' }).click()
  await expect(page).toHaveURL('/faq#cancel')
  const question = page.getByRole('button', { name: 'Randevumu nasıl iptal ederim?' })
  await expect(question).toHaveAttribute('aria-expanded', 'true')
  await expect(question).toBeInViewport()
  await page.getByRole('main').getByRole('button', { expanded: false }).first().click()
  await expect(page).toHaveURL(/\/faq#(?!cancel)\w+/)
  await expect(page.getByRole('main').getByRole('button', { expanded: true })).toHaveCount(1)
  await page.reload()
  await expect(page.getByRole('main').getByRole('button', { expanded: true })).toHaveCount(1)
})

test('the first question is open on arrival, or the one in the address, which is open before any script has run', async ({ page }) => {
  const answers = page.getByRole('main').locator('h3 + div:visible')
  const open = page.getByRole('main').getByRole('button', { expanded: true })
  await page.route(/\.js$/, (route) => route.abort())
  await page.goto('/faq#cancel', { waitUntil: 'commit' })
  await expect(answers).toHaveText([/bölümünden/])
  await page.goto('/', { waitUntil: 'commit' })
  await page.goto('/faq', { waitUntil: 'commit' })
  await expect(answers).toHaveText([/grubuyuz/])
  await page.unroute(/\.js$/)
  await page.reload()
  await expect(open).toHaveText(['BKV kimdir, kimlere hizmet verir?'])
  await open.click()
  await expect(answers).toHaveCount(0)
  await page.goto('/contact')
  await page.goto('/faq#cancel')
  await expect(answers).toHaveText([/bölümünden/])
  await expect(open).toHaveText(['Randevumu nasıl iptal ederim?'])
})

test('a link pressed during hydration causes no error', { tag: '@long' }, async ({ page }) => {
  const complaints = complaintsOf(page)
  // Slows the browser down, so that the press falls between hydrating the header and hydrating the page.
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 6 })
  await page.addInitScript(() => {
    // Presses the link at the very moment when the header is hydrated.
    const isTakenOver = (element: Element) => Object.keys(element).some((key) => key.startsWith('__reactProps'))
    const look = () => {
      const link = document.querySelector('header a[href="/healthcare"]')
      if (link instanceof HTMLElement && isTakenOver(link)) link.click()
      else requestAnimationFrame(look)
    }
    look()
  })
  for (let round = 0; round < 4; round++) {
    await page.goto('/faq', { waitUntil: 'commit' })
    await expect(page).toHaveURL('/healthcare')
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Sık Sorulan Sorular')
  }
  expect(complaints).toEqual([])
})

test('a message sent without a connection says so at the form, and is sent when it is back', { tag: '@long' }, async ({
  page,
  context,
}) => {
  await page.goto('/contact', { waitUntil: 'networkidle' })
  await page.getByLabel('Ad soyad').fill('Ayşe Yılmaz')
  await page.getByLabel('E-posta').fill('offline@example.com')
  await page.getByLabel('Mesajınız').fill('Merhaba')
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Mesajı Gönder' }).click()
  const form = page.locator('form').filter({ has: page.getByLabel('Mesajınız') })
  await expect(form.getByRole('alert').filter({ hasText: 'İnternet bağlantısı yok' })).toBeInViewport()
  await expect(page.getByLabel('Mesajınız')).toHaveValue('Merhaba')
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Mesajı Gönder' }).click()
  await expect(page.getByText('Mesajınız başarıyla gönderildi. En kısa sürede size dönüş yapacağız.')).toBeVisible()
  await expect(form.getByRole('alert').filter({ hasText: 'İnternet bağlantısı yok' })).toHaveCount(0)
})

test('the form shows the first of several errors', { tag: '@long' }, async ({ page }) => {
  await page.goto('/contact')
  await page.getByLabel('Ad soyad').fill('Ayşe')
  await page.getByLabel('E-posta').fill('a@b..com')
  await page.getByLabel('Mesajınız').fill('a'.repeat(2001))
  await page.getByRole('button', { name: 'Mesajı Gönder' }).click()
  await expect(page.getByLabel('E-posta')).toBeFocused()
  await expect(page.getByText('Geçersiz Email')).toBeVisible()
})

test.describe('with JavaScript disabled', () => {
  test.use({ javaScriptEnabled: false })

  for (const path of ['/', '/contact'])
    test(`the form on ${path} cannot put what is typed into the address`, async ({ page }) => {
      await page.goto(path)
      const form = page.locator('form')
      await expect(form).toBeHidden()
      await expect(form).toHaveAttribute('method', 'post')
      await expect(form.locator('button[type=submit]')).toBeDisabled()
      await expect(page.locator('noscript a[href^="mailto:"]')).toBeVisible()
    })

  test('the landing page shows a drawing in the place of free times', async ({ page }) => {
    await page.goto('/')
    await expect(page.locator('main svg:has(use)').first()).toBeInViewport()
    await expect(page.locator('[data-door-leaves]')).toBeHidden()
  })

  test('the answers can be read, and account pages say that they need JavaScript', async ({ page }) => {
    await page.goto('/faq')
    for (const answer of await page.locator('main h3 + div').all()) await expect(answer).toBeVisible()
    for (const path of ['/auth', '/profile', '/appointments']) {
      await page.goto(path)
      await expect(page.locator('noscript p').filter({ hasText: 'JavaScript' }).first()).toBeVisible()
    }
    await page.goto('/ar/profile')
    await expect(page.locator('noscript p').filter({ hasText: 'JavaScript' }).first()).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  })

  test('the language links of a missing page keep its address', { tag: '@long' }, async ({ page }) => {
    await page.goto('/en/nope')
    await page.getByRole('contentinfo').getByRole('link', { name: 'Azərbaycanca' }).click()
    await expect(page).toHaveURL('/az/nope')
    await page.goto('/nope')
    await page.getByRole('contentinfo').getByRole('link', { name: 'English' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page does not exist')
  })
})

test('printing shows the landing page dark on white without menus, and the questions with answers', async ({ page }) => {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('color', 'rgb(17, 24, 39)')
  await expect(page.locator('main section').first()).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  await expect(page.locator('header')).toBeHidden()
  await expect(page.getByRole('link', { name: 'Randevu Al' })).toBeHidden()
  await expect(page.locator('form')).toBeHidden()
  await expect(page.getByText('info@bkv.example.com').first()).toBeVisible()
  await page.goto('/faq')
  const areOpen = () =>
    page.locator('main h3 + div').evaluateAll((answers) => answers.length > 0 && answers.every((answer) => answer.clientHeight > 0))
  await expect.poll(areOpen).toBe(true)
})
