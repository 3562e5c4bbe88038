// Published content on the public pages: without scripts, in every language, and after a change. Uses its own server, because everybody
// sees the content.
import { randomUUID } from 'node:crypto'
import { addressOf, expectAccessible, expectNoSidewaysScroll, LANGUAGES } from './access.ts'
import { expect, test } from './fixtures.ts'
import { rendered } from './public-doctors.ts'
import { anAdmin, inAll, upload } from './published-content.ts'

test.use({ environment: { AUTH_CONFIRM_EMAIL: 'off' } })

const SCRIPT = '<script>document.title = "taken"</script><img src=x onerror="document.title = 1">'

test('a project, a question and a notice can be read without scripts in every language, until they are taken down', async ({
  cast,
  site,
}) => {
  const admin = await anAdmin(cast)
  const project = await admin.publish(
    'project',
    {
      titles: inAll((language) => `Kitchen ${language} ${SCRIPT}`),
      places: { az: 'Bakı' },
      year: 2025,
      area_m2: 1240,
      texts: inAll((language) => `Text **${language}** [link](javascript:alert(1)) ${SCRIPT}`),
      photos: [{ path: randomUUID(), alts: { ru: 'Кухня' } }],
    },
    'white-kitchen',
  )
  const question = await admin.publish(
    'faq',
    {
      category: 'services',
      questions: { tr: 'Hangi şehirlerde?', en: 'In which cities?' },
      answers: { tr: 'Bakü ve *İstanbul*', en: 'Baku and *Istanbul*' },
    },
    'which-cities',
  )
  await admin.publish('notice', { texts: { tr: '**Yarın** kapalıyız', ar: 'مغلق غدًا' }, from: null, until: null })
  await admin.publish('notice', { texts: inAll(() => 'Too early'), from: '2099-01-01', until: null })

  for (const language of LANGUAGES) {
    const page = async (path: string) => {
      let html = ''
      await expect(async () => {
        html = await rendered(site.url + addressOf(language, path))
        expect(html).toContain(path === '/faq' ? 'id="which-cities"' : 'id="project-white-kitchen"')
      }).toPass({ timeout: 20_000 })
      return html
    }
    const portfolio = await page('/interior-design')
    expect(portfolio).toContain(`Text <strong>${language}</strong> <a>link</a> &lt;script&gt;`)
    expect(portfolio).toContain('alt="Кухня"')
    expect(portfolio).toMatch(/1[.,\u00a0\u202f]?240 [mм]|1[.,]240 م/)
    expect(portfolio.match(/<script>document|<img src=x|href="javascript/g)).toBeNull()
    const faq = await page('/faq')
    expect(faq).toContain(
      language === 'tr' ? 'Bakü ve <em>İstanbul</em>' : language === 'en' ? 'Baku and <em>Istanbul</em>' : '>Türkçe</span>)',
    )
    const questions = JSON.parse(/<script type="application\/ld\+json">(\{[^<]*FAQPage.*?)<\/script>/.exec(faq)?.[1] ?? '{}') as {
      mainEntity: { '@id': string; acceptedAnswer: { text: string } }[]
    }
    const own = questions.mainEntity.filter((each) => each['@id'].endsWith('#which-cities'))
    expect(own.map(({ acceptedAnswer }) => acceptedAnswer.text)).toEqual(
      language === 'tr' ? ['Bakü ve İstanbul'] : language === 'en' ? ['Baku and Istanbul'] : [],
    )
    for (const html of [portfolio, faq]) {
      expect(html).toContain(language === 'ar' ? 'مغلق غدًا' : '<strong>Yarın</strong> kapalıyız')
      expect(html).not.toContain('Too early')
    }
  }

  await admin.withdraw(project)
  await admin.withdraw(question)
  for (const [path, text] of [
    ['/interior-design', 'white-kitchen'],
    ['/faq', 'which-cities'],
  ] as const)
    await expect.poll(() => rendered(site.url + path), { timeout: 20_000 }).not.toContain(text)
})

test('a visitor steps through the photos of a project, finds an added question and reads the notice, in Turkish and Arabic', async ({
  cast,
  site,
}) => {
  const admin = await anAdmin(cast)
  const rooms = ['kitchen', 'dining', 'office']
  const photos = await Promise.all(rooms.map((room) => upload(site, room)))
  await admin.publish(
    'project',
    {
      titles: { tr: 'Nar Evi', ar: 'بيت الرمان' },
      places: { tr: 'Bakü' },
      year: 2025,
      area_m2: 140,
      texts: { tr: 'Işık **güneyden** gelir.\n\n- Ada\n- Raf' },
      photos: [
        ...photos.map((path, index) => ({ path, alts: { tr: `Oda ${index + 1}`, ar: `غرفة ${index + 1}` } })),
        { path: randomUUID(), alts: { tr: 'Yüklenemeyen fotoğraf', ar: 'صورة' } },
      ],
    },
    'nar-house',
  )
  await admin.publish(
    'faq',
    { category: 'payment', questions: { tr: 'Taksit var mı?' }, answers: { tr: 'Sözleşmeye [yazılır](https://bkv.example/).' } },
    'instalments',
  )
  await admin.publish('notice', { texts: { tr: 'Bayramda kapalıyız: [bilgi](https://bkv.example/)' }, from: null, until: null })

  const faults: string[] = []
  const open = async (path: string, width: number) => {
    const page = await cast.visitor({ viewport: { width, height: 812 } })
    page.on(
      'console',
      (message) => message.type() === 'error' && !message.text().includes('Failed to load resource') && faults.push(message.text()),
    )
    page.on('pageerror', (error) => faults.push(error.message))
    await expect.poll(() => rendered(site.url + path), { timeout: 20_000 }).toContain('<aside')
    await page.goto(path)
    return page
  }

  const page = await open('/interior-design', 1280)
  const portfolio = page.getByRole('region', { name: 'Portfolyo' })
  const project = portfolio.getByRole('article').filter({ has: page.getByRole('heading', { name: 'Nar Evi' }) })
  await expect(project).toContainText('Bakü')
  await expect(project).toContainText('140 m²')
  await expect(project.getByText('Raf', { exact: true })).toBeVisible()
  await expect(portfolio.getByRole('button', { name: 'Çağdaş' })).toBeVisible()
  await expect(project.getByRole('button', { name: 'Yüklenemeyen fotoğraf' })).toHaveText('Yüklenemeyen fotoğraf')
  await expectAccessible(page, { where: '#portfolio' })
  await project.getByRole('button', { name: 'Oda 1' }).click()
  const dialog = page.getByRole('dialog', { name: 'Nar Evi' })
  await expect(dialog).toContainText('Bakü · 2025 · 140 m²')
  const shown = dialog.getByRole('img', { name: 'Oda 1' })
  await expect(shown).toBeVisible()
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(400)
  await page.keyboard.press('ArrowRight')
  await expect(dialog.getByRole('img', { name: 'Oda 2' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Sonraki görsel' }).click()
  await expect(dialog).toContainText('3 / 4')
  await page.keyboard.press('Escape')
  await expect(project.getByRole('button', { name: 'Oda 3' })).toBeFocused()

  // After a link inside the site, the browser requests the content itself.
  await page.getByRole('banner').locator('summary').filter({ hasText: 'Daha fazla' }).click()
  await page.getByRole('banner').getByRole('link', { name: 'Sık Sorulan Sorular' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sık Sorulan Sorular')
  await page.getByRole('searchbox').fill('sözleşmeye')
  await expect(page.getByRole('button', { name: 'Taksit var mı?' })).toBeVisible()
  await page.getByRole('button', { name: 'Taksit var mı?' }).click()
  await expect(page).toHaveURL('/faq#instalments')
  await expect(page.getByRole('link', { name: 'yazılır' })).toHaveAttribute('href', 'https://bkv.example/')
  await page.reload()
  await expect(page.getByRole('link', { name: 'yazılır' })).toBeInViewport()
  await page.getByRole('banner').getByRole('link', { name: 'İç Mimarlık' }).click()
  await expect(project.getByText('Raf', { exact: true })).toBeVisible()
  for (const path of ['/interior-design', '/appointments', '/profile']) {
    await page.goto(path)
    await expect(page.getByRole('complementary', { name: 'Duyuru' }).getByRole('link', { name: 'bilgi' })).toBeVisible()
  }

  const arabic = await open('/ar/interior-design', 375)
  const inArabic = arabic.getByRole('article').filter({ has: arabic.getByRole('heading', { name: 'بيت الرمان' }) })
  // The text is Turkish and is marked as such.
  await expect(inArabic.getByText('(Türkçe)').last()).toBeVisible()
  await expectNoSidewaysScroll(arabic)
  await inArabic.getByRole('button', { name: 'غرفة 1' }).click()
  await arabic.keyboard.press('ArrowLeft')
  await expect(arabic.getByRole('dialog').getByRole('img', { name: 'غرفة 2' })).toBeVisible()
  expect(faults).toEqual([])
})

test('every project can be read without scripts: further pages are linked, and pages that do not exist are not found', async ({
  cast,
  site,
}) => {
  const admin = await anAdmin(cast)
  const bodyOf = (number: number) => ({
    titles: { tr: `Sessiz ev ${number}` },
    places: {},
    year: 2024,
    area_m2: null,
    texts: {},
    photos: [],
  })
  const ids: string[] = []
  for (let number = 1; number <= 13; number++) ids.push(await admin.publish('project', bodyOf(number), `silent-house-${number}`))
  try {
    await expect.poll(() => rendered(`${site.url}/interior-design`), { timeout: 20_000 }).toContain('projects-after-12')
    const page = await cast.visitor({ javaScriptEnabled: false, viewport: { width: 375, height: 812 } })
    await page.goto('/interior-design')
    // Other stories may have left projects, which come first.
    await expect(page.getByRole('heading', { name: 'Sessiz ev 13' })).toHaveCount(0)
    await page.getByRole('link', { name: 'Daha fazla proje göster' }).click()
    await expect(page).toHaveURL('/interior-design/projects-after-12')
    await expect(page.getByRole('heading', { name: 'Sessiz ev 13' })).toBeVisible()
    await expectNoSidewaysScroll(page)
    await page.getByRole('link', { name: 'Önceki projeler' }).click()
    await expect(page).toHaveURL('/interior-design#portfolio')

    expect(await (await fetch(`${site.url}/sitemap.xml`)).text()).toContain(`${site.url}/en/interior-design/projects-after-12<`)
    for (const path of ['projects-after-13', 'projects-after-1200', 'projects', 'projects-after-012'])
      expect({ path, status: (await fetch(`${site.url}/interior-design/${path}`)).status }).toEqual({ path, status: 404 })

    // With scripts, the page is the same.
    const english = await cast.visitor()
    await english.goto('/en/interior-design/projects-after-12')
    await expect(english.getByRole('heading', { name: 'Sessiz ev 13' })).toBeVisible()
    await expectAccessible(english, { what: 'further projects' })
    await english.goto('/en/interior-design/projects-after-1200')
    await expect(english.getByRole('heading', { level: 1 })).toHaveText('This page does not exist')
  } finally {
    for (const id of ids) await admin.withdraw(id)
  }
  await expect.poll(async () => (await fetch(`${site.url}/interior-design/projects-after-12`)).status, { timeout: 20_000 }).toBe(404)
})

test('a page has the first twelve of many long projects, and the others follow on demand or by a link to one', { tag: '@long' }, async ({
  cast,
  site,
}) => {
  test.slow()
  const admin = await anAdmin(cast)
  const body = {
    titles: inAll(() => 'Uzun proje'),
    places: inAll(() => 'Bakü'),
    year: 2025,
    area_m2: 90,
    texts: inAll(() => '**Ceviz** dolap, [bağlantı](https://bkv.example/) ve ışık.\n\n'.repeat(60)),
    photos: Array.from({ length: 12 }, () => ({ path: randomUUID(), alts: inAll(() => 'Pencerenin önünde ada') })),
  }
  const ids: string[] = []
  for (let number = 1; number <= 26; number++) ids.push(await admin.publish('project', body, `long-house-${number}`))
  try {
    const articles = async () => (await rendered(`${site.url}/interior-design`)).match(/<article id="project-/g)?.length
    await expect.poll(articles, { timeout: 20_000 }).toBe(12)
    // Counts all projects, because other stories may have left some.
    const answer = await fetch(`${site.url}/rest/v1/site_content?select=id&kind=eq.project&body=not.is.null`, {
      headers: { apikey: site.secretKey },
    })
    const { length: all } = (await answer.json()) as object[]

    const page = await cast.visitor()
    await page.goto('/interior-design')
    const shown = page.getByRole('region', { name: 'Portfolyo' }).getByRole('article')
    const more = page.getByRole('button', { name: 'Daha fazla proje göster' })
    await expect(shown).toHaveCount(12)
    const pages = '**/rest/v1/site_content?*'
    await page.route(pages, (route) => route.abort())
    await more.click()
    await expect(page.getByRole('alert')).toContainText('Bağlantınızı kontrol edip tekrar deneyin')
    await page.unroute(pages)
    await more.press('Enter')
    await expect(shown).toHaveCount(24)
    await expect(page.locator('li:focus').getByRole('article')).toHaveAttribute('id', (await shown.nth(12).getAttribute('id')) ?? '')
    await more.click()
    await expect(shown).toHaveCount(all)
    await expect(more).toHaveCount(0)

    const linked = await cast.visitor({ viewport: { width: 375, height: 812 } })
    await linked.goto('/en/interior-design#project-long-house-25')
    await expect(linked.locator('#project-long-house-25')).toBeInViewport()
    await expectNoSidewaysScroll(linked)
    // A link to a project that no longer exists loads all projects.
    await linked.goto('/az/interior-design#project-nowhere')
    await expect(linked.getByRole('article')).toHaveCount(all)
  } finally {
    for (const id of ids) await admin.withdraw(id)
  }
})

test('a draft can be previewed by anybody with its address, and cannot be found otherwise', async ({ cast, site }) => {
  const admin = await anAdmin(cast)
  const photo = await upload(site, 'bedroom')
  const body = { titles: { tr: 'Taslak ev' }, places: {}, year: null, area_m2: null, texts: { tr: '[x](javascript:alert(1))' } }
  const project = await admin.draft('project', { ...body, photos: [{ path: photo, alts: { tr: 'Yatak' } }] }, 'draft-house')
  const question = await admin.draft(
    'faq',
    { category: 'general', questions: { tr: 'Soru?' }, answers: { tr: 'Yanıt **bu**' } },
    'draft-question',
  )
  const notice = await admin.draft('notice', { texts: { tr: 'Duyuru taslağı' }, from: null, until: null }, null)

  const page = await cast.visitor()
  const open = async (content_id: string, prefix = '') => page.goto(`${prefix}/preview/${await admin.tokenOf(content_id)}`)
  await open(project.content_id)
  await expect(page.getByText('Bu bir taslak.')).toBeVisible()
  await expect(page.getByRole('article').getByRole('heading', { name: 'Taslak ev' })).toBeVisible()
  await expect(page.getByRole('article').locator('a')).not.toHaveAttribute('href')
  await page.getByRole('button', { name: 'Yatak' }).click()
  await expect(page.getByRole('dialog', { name: 'Taslak ev' })).toBeVisible()
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  await expect(page.locator('meta[name=referrer]')).toHaveAttribute('content', 'no-referrer')
  await open(question.content_id, '/en')
  await expect(page.getByText('This is a draft.')).toBeVisible()
  await expect(page.locator('strong', { hasText: 'bu' })).toBeVisible()
  await expectAccessible(page, { what: 'preview' })
  await open(notice.content_id)
  await expect(page.getByRole('complementary', { name: 'Duyuru' }).filter({ hasText: 'Duyuru taslağı' })).toBeVisible()
  for (const token of [randomUUID(), 'guess']) {
    await page.goto(`/preview/${token}`)
    await expect(page.getByText('Böyle bir taslak yok')).toBeVisible()
  }
  for (const path of ['/interior-design', '/faq', '/sitemap.xml'])
    expect(await (await fetch(site.url + path)).text()).not.toMatch(/draft-house|draft-question|Duyuru taslağı|preview/)
})
