// The page of a doctor: for search engines and readers without scripts, in every language, and after changes.
import { addressOf, expectAccessible, expectNoShift, expectNoSidewaysScroll, LANGUAGES, watchShifts } from './access.ts'
import type { Cast } from './cast.ts'
import { expect, test } from './fixtures.ts'
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

/** Its address, by the list. */
async function pathOf(url: string) {
  const html = await rendered(`${url}/doctors`)
  const [path = ''] = /\/doctors\/[a-z0-9-]+-[0-9a-f]{8}/.exec(html) ?? []
  expect(path).toMatch(PATH)
  return path
}

test('without scripts a doctor can be read in every language, with what search engines need', async ({ cast, site }) => {
  const doctor = await aDoctor(cast)
  const path = await pathOf(site.url)
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

test('a visitor opens a doctor from the list, books from there, and comes back', async ({ cast }) => {
  const doctor = await aDoctor(cast)
  const page = await cast.visitor({ timezoneId: 'Europe/Istanbul' })
  await page.goto('/doctors')
  await page.getByRole('main').getByRole('heading', { level: 2 }).getByRole('link').click()
  await expect(page).toHaveURL(/\/doctors\/gulnare-/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Gülnarə')
  await expect(page.getByText('AZ-4711')).toBeVisible()
  const booking = page.getByRole('main').getByRole('link', { name: /^Randevu Al/ })
  await expect(booking).toHaveAttribute('href', `/appointments?doctor=${doctor.doctorId}`)
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Doktorlarımız')
  await page.goForward()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Gülnarə')
  await expectAccessible(page, { where: 'main' })
  await expectNoSidewaysScroll(page)
})

test('the scripts take a doctor’s page over without a shift or an error, also on another clock', async ({ cast, site }) => {
  await aDoctor(cast)
  const path = await pathOf(site.url)
  const page = await cast.visitor({ timezoneId: 'America/New_York' })
  const errors: string[] = []
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  await rendered(`${site.url}/en${path}`)
  await watchShifts(page)
  await page.goto(`/en${path}`)
  await expect(page.getByText('In small figures: the doctor’s time (Baku)')).toBeVisible()
  await expectNoShift(page)
  expect(errors).toEqual([])
})

test('after a change of the name the old address leads to the new one, and a doctor who has left is gone', async ({ cast, site }) => {
  const doctor = await aDoctor(cast)
  const other = await cast.doctor('Elif')
  const path = await pathOf(site.url)
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
  await expect(page.getByRole('heading', { level: 2, name: other.name })).toBeVisible()
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
  const path = await pathOf(site.url)
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
