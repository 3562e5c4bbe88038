// The page of a doctor: for search engines, for readers without scripts, in every language, and after changes.
import { addressOf, expectAccessible, expectNoShift, expectNoSidewaysScroll, LANGUAGES, watchShifts } from './access.ts'
import type { Cast } from './cast.ts'
import { expect, test } from './fixtures.ts'
import { anAdmin } from './management.ts'
import { employ, rendered } from './public-doctors.ts'

const PATH = /^\/doctors\/[a-z0-9-]+-[0-9a-f]{8}$/

/** A doctor with everything that the page shows. */
async function aDoctor(cast: Cast) {
  await employ(cast, [])
  const doctor = await cast.doctor('Gülnarə', { timezone: 'Asia/Baku' })
  const facts = {
    specialization: 'Kardiyoloji',
    title: 'Prof.',
    languages: ['az', 'tr'],
    licence_number: 'AZ-4711',
    bio: 'Ürək.',
    bio_language: 'az',
  }
  await cast.write('PATCH', `/rest/v1/doctors?id=eq.${doctor.doctorId}`, facts)
  return doctor
}

/** The name of the company's city in each language. */
const BAKU = { tr: 'Bakü', az: 'Bakı', en: 'Baku', ru: 'Баку', ar: 'باكو', fr: 'Bakou' }

/** The part of the page that a reader without scripts can read or follow. */
const visible = (html: string) => html.slice(html.indexOf('<main'), html.indexOf('</main>'))

/** The address of a doctor's page, taken from the list once the kept page has the doctor. */
async function pathOf(url: string, { doctorId }: { doctorId: string }) {
  let path = ''
  await expect(async () => {
    path = new RegExp(`/doctors/[a-z0-9-]+-${doctorId.slice(0, 8)}`).exec(await rendered(`${url}/doctors`))?.[0] ?? ''
    expect(path).toMatch(PATH)
  }).toPass({ timeout: 20_000 })
  return path
}

test('the list can be read without scripts: names, specialties, photos, and times with their clock, in every language', async ({
  cast,
  site,
}) => {
  const doctor = await aDoctor(cast)
  const photo = `${doctor.doctorId}/portrait-full.webp`
  await cast.write('PATCH', `/rest/v1/doctors?id=eq.${doctor.doctorId}`, { photo_path: photo })
  const specialties = { tr: 'Kardiyoloji', az: 'Kardiologiya', en: 'Cardiology', ru: 'Кардиология', ar: 'أمراض القلب', fr: 'Cardiologie' }
  for (const language of LANGUAGES) {
    const address = `${site.url}${addressOf(language, '/doctors')}`
    await expect.poll(() => rendered(address)).toContain('portrait-small.webp')
    const html = visible(await rendered(address))
    for (const text of ['Gülnarə', specialties[language], BAKU[language], `/appointments?doctor=${doctor.doctorId}&amp;date=`])
      expect(html).toContain(text)
    const path = await pathOf(site.url, doctor)
    expect(html).toContain(`href="${addressOf(language, path)}"`)
    const page = await rendered(`${site.url}${addressOf(language, path)}`)
    expect(visible(page)).toContain(BAKU[language])
    // A JPEG, which every service that shows a link can read.
    expect(page).toMatch(/<meta property="og:image" content="[^"]*portrait-share\.jpg" \/>/)
  }
})

test('a doctor’s page can be read without scripts in every language, with what search engines need', async ({ cast, site }) => {
  const doctor = await aDoctor(cast)
  const path = await pathOf(site.url, doctor)
  expect(path).toContain('gulnare-')
  for (const language of LANGUAGES) {
    const html = await rendered(`${site.url}${addressOf(language, path)}`)
    expect(html).toContain(`<link rel="canonical" href="${site.url}${addressOf(language, path)}" />`)
    expect(html.match(/<link rel="alternate" hreflang=/g)).toHaveLength(LANGUAGES.length + 1)
    const [, data = '{}'] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html) ?? []
    expect(JSON.parse(data)).toMatchObject({ '@type': 'Physician', knowsLanguage: ['az', 'tr'], identifier: { value: 'AZ-4711' } })
    for (const text of ['Gülnarə', 'AZ-4711', 'Ürək.', `/appointments?doctor=${doctor.doctorId}&amp;date=`]) expect(html).toContain(text)
    expect(html).not.toMatch(/aggregateRating|"review"/)
  }
  const sitemap = async () => (await fetch(`${site.url}/sitemap.xml`)).text()
  await expect.poll(sitemap).toContain(`<loc>${site.url}/en${path}</loc>`)
})

test('a doctor whose photo has no JPEG is shared with a picture of the site, which exists', { tag: '@long' }, async ({ cast, site }) => {
  const doctor = await aDoctor(cast)
  const path = await pathOf(site.url, doctor)
  const image = async () => /<meta property="og:image" content="([^"]*)"/.exec(await rendered(`${site.url}${path}`))?.[1] ?? ''
  // The photo was uploaded before there were a JPEG and three sizes.
  await cast.write('PATCH', `/rest/v1/doctors?id=eq.${doctor.doctorId}`, { photo_path: `${doctor.doctorId}/portrait.webp` })
  await expect.poll(async () => visible(await rendered(`${site.url}${path}`))).toContain('portrait.webp')
  expect(await image()).toBe(`${site.url}/share/doctors.jpg`)
  const answer = await fetch(await image())
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
})

test('a visitor opens a doctor from the list, books from there, and comes back', async ({ cast }) => {
  const doctor = await aDoctor(cast)
  const page = await cast.visitor({ timezoneId: 'Europe/Istanbul' })
  await page.goto('/doctors')
  await page.getByRole('main').getByRole('heading', { level: 2 }).getByRole('link').click()
  await expect(page).toHaveURL(/\/doctors\/gulnare-/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Gülnarə')
  await expect(page.getByText('AZ-4711')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Görüşme nasıl geçer' }).getByRole('term')).toHaveText([
    'Video ile, bu sitede',
    'Belgeleriniz',
    'İptal',
  ])
  const booking = page.getByRole('main').getByRole('link', { name: /^Randevu Al/ })
  await expect(booking).toHaveAttribute('href', `/appointments?doctor=${doctor.doctorId}`)
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Doktorlarımız')
  await page.goForward()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Gülnarə')
  await expectAccessible(page, { where: 'main' })
  await expectNoSidewaysScroll(page)
})

test('a doctor’s page leads to others of the same specialty with their first free time, also without scripts', async ({ cast, site }) => {
  const doctor = await aDoctor(cast)
  const [same, other] = [await cast.doctor('Orxan', { timezone: 'Asia/Baku' }), await cast.doctor('Elif')]
  await cast.write('PATCH', `/rest/v1/doctors?id=eq.${same.doctorId}`, { specialization: 'Kardiyoloji' })
  await cast.write('PATCH', `/rest/v1/doctors?id=eq.${other.doctorId}`, { specialization: 'Göz Hastalıkları' })
  const path = await pathOf(site.url, doctor)
  await expect.poll(async () => visible(await rendered(`${site.url}${path}`))).toContain(await pathOf(site.url, same))
  const page = await cast.visitor({ timezoneId: 'Asia/Baku' })
  await page.goto(path)
  const others = page.getByRole('region', { name: 'Aynı alanda başka doktorlar' })
  await expect(others.getByRole('heading', { level: 3 })).toHaveText([same.name])
  // One doctor has room for the next times in a wide window, and shows the first on a phone.
  const times = others.getByRole('list', { name: new RegExp(same.name) }).getByRole('link')
  await expect(times.first()).toHaveText(/\d\d:\d\d/)
  await page.setViewportSize({ width: 375, height: 812 })
  await expect(others.getByText('İlk boş saat')).toBeVisible()
  await others.getByRole('link', { name: same.name, exact: true }).click()
  await expect(page).toHaveURL(/\/doctors\/orxan-/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(same.name)
  await expect(others.getByRole('heading', { level: 3 })).toContainText(['Gülnarə'])
  await expectAccessible(page, { where: 'main' })
})

test('hydrating a doctor’s page causes no layout shift and no error, also on another clock', async ({ cast, site }) => {
  const doctor = await aDoctor(cast)
  const path = await pathOf(site.url, doctor)
  const page = await cast.visitor({ timezoneId: 'America/New_York' })
  const errors: string[] = []
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  await rendered(`${site.url}/en${path}`)
  await watchShifts(page)
  await page.goto(`/en${path}`)
  await expect(page.getByText('Small: doctor’s time (Baku)')).toBeVisible()
  await expectNoShift(page)
  expect(errors).toEqual([])
})

test('types are shown without fees until the company shows fees to visitors', async ({ cast, site }) => {
  const doctor = await aDoctor(cast)
  const admin = await anAdmin(cast)
  const show = (shown: boolean) => cast.act(admin, 'POST', '/rest/v1/rpc/set_public_fees', { shown })
  const type = { doctor_id: doctor.doctorId, names: { en: 'First visit' }, minutes: 45, fee_minor: 8000, currency: 'AZN' }
  await cast.write('POST', '/rest/v1/appointment_types', type)
  const address = `${site.url}/en${await pathOf(site.url, doctor)}`
  await expect.poll(async () => visible(await rendered(address))).toContain('First visit')
  expect(await rendered(address)).not.toMatch(/80\s*AZN|fee_minor/)
  await show(true)
  try {
    await expect.poll(async () => visible(await rendered(address))).toMatch(/80\s*AZN/)
    const [, data = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(await rendered(address)) ?? []
    expect(data).toContain('Physician')
    expect(data).toContain('"price":"80.00"')
    const page = await cast.visitor()
    await page.goto(address)
    await expect(page.getByRole('listitem').filter({ hasText: 'First visit' })).toContainText('80 AZN')
  } finally {
    await show(false)
  }
})

test('after a change of the name the old address leads to the new one, and a doctor who has left is gone', async ({ cast, site }) => {
  const doctor = await aDoctor(cast)
  const others = [await cast.doctor('Elif'), await cast.doctor('Nar'), await cast.doctor('Lale')]
  const path = await pathOf(site.url, doctor)
  await cast.write('PATCH', `/rest/v1/doctors?id=eq.${doctor.doctorId}`, { first_name: 'Aygün' })
  const moved = () => fetch(`${site.url}/en${path}?from=mail`, { redirect: 'manual' })
  await expect.poll(async () => (await moved()).status).toBe(301)
  expect((await moved()).headers.get('location')).toMatch(/^\/en\/doctors\/aygun-.*\?from=mail$/)

  await cast.write('PATCH', `/rest/v1/doctors?id=eq.${doctor.doctorId}`, { available: false })
  await expect.poll(async () => (await fetch(`${site.url}${path}`)).status).toBe(410)
  const gone = await rendered(`${site.url}${path}`)
  expect(gone).toContain('noindex')
  expect(gone).not.toContain('Aygün')
  expect((await fetch(`${site.url}/doctors/nobody-00000000`)).status).toBe(404)
  const page = await cast.visitor()
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bu doktor artık randevu vermiyor')
  for (const { name } of others) await expect(page.getByRole('heading', { level: 2, name })).toBeVisible()
})

test('what doctors write about themselves is text, never markup', async ({ cast, site }) => {
  const doctor = await aDoctor(cast)
  const attack = `</script><script>document.title='taken'</script><!--head--><!--app-->"><img src=x onerror=alert(1)>`
  const facts = {
    bio: attack.repeat(20),
    specialization: attack.slice(0, 100),
    title: attack.slice(0, 60),
    licence_number: attack.slice(0, 60),
    work_hours: attack,
  }
  await cast.write('PATCH', `/rest/v1/doctors?id=eq.${doctor.doctorId}`, facts)
  const path = await pathOf(site.url, doctor)
  const page = await cast.visitor()
  for (const address of [path, '/doctors']) {
    await page.goto(address)
    await expect(page.getByText("document.title='taken'").first()).toBeVisible()
    await expect(page).not.toHaveTitle('taken')
    await expect(page.locator('img[src=x]')).toHaveCount(0)
    const html = await rendered(site.url + address)
    expect(html.replaceAll(/<script[^>]*>[^]*?<\/script>/g, '')).not.toContain('<script>document')
    expect(html).not.toContain(`</script><script>document`)
  }
})

test('on an Arabic page title, first and family name are read in this order', async ({ cast }) => {
  const doctor = await aDoctor(cast)
  const page = await cast.visitor({ viewport: { width: 1280, height: 800 } })
  await page.goto(`/ar/doctors?q=${encodeURIComponent(doctor.name.slice(4))}`)
  const link = page.getByRole('heading', { level: 2 }).getByRole('link', { name: /^Prof\./ })
  const [first = '', ...family] = doctor.name.replace(/^Dr\. /, '').split(' ')
  const places = await link.evaluate(
    (element, words) => {
      const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
      const found: { top: number; left: number }[] = []
      while (texts.nextNode()) {
        const { currentNode } = texts
        for (const word of words) {
          const at = currentNode.textContent?.indexOf(word) ?? -1
          if (at < 0) continue
          const range = document.createRange()
          range.setStart(currentNode, at)
          range.setEnd(currentNode, at + word.length)
          const { top, left } = range.getBoundingClientRect()
          found.push({ top: Math.round(top), left: Math.round(left) })
        }
      }
      return found
    },
    ['Prof.', first, family.join(' ')],
  )
  expect(places).toHaveLength(3)
  // From left to right in a line, and from line to line.
  expect(places).toEqual(places.toSorted((one, other) => one.top - other.top || one.left - other.left))
})
