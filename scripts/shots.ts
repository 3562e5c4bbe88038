// `npm run shots [-- /path …]`: takes screenshots of every page in Turkish and Arabic, on phone and desktop, light and dark, on one contact
// sheet.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { startSite } from './site.ts'

const ROOT = join(import.meta.dirname, '..')
const OUT = join(ROOT, 'test-results/shots')
const asked = process.argv.slice(2)
const ADMIN = 'mehmet@demo.example'
/** The user who is signed in for the screenshots. */
const SIGNED_IN: Partial<Record<string, string>> = {
  '/profile': 'leyla@demo.example',
  '/appointments': 'leyla@demo.example',
  '/admin': ADMIN,
  '/doctor': 'aylin@demo.example',
  '/doctor?tab=availability': 'aylin@demo.example',
  '/calendar': 'aylin@demo.example',
  '/admin/appointments': ADMIN,
  '/admin/overview': ADMIN,
  '/admin/people': ADMIN,
  '/admin/logs': ADMIN,
  '/admin/site': ADMIN,
  '/doctor-management': ADMIN,
  '/doctor-management?tab=assign': ADMIN,
}
const EVERY = [
  '/',
  '/healthcare',
  '/interior-design',
  '/about',
  '/doctors',
  '/contact',
  '/faq',
  '/video-test',
  '/privacy',
  '/terms',
  '/cookies',
  '/auth',
  '/profile',
  '/appointments',
  '/admin',
  '/admin/appointments',
  '/admin/overview',
  '/admin/people',
  '/admin/logs',
  '/admin/site',
  '/doctor',
  '/doctor?tab=availability',
  '/calendar',
  '/doctor-management',
  '/doctor-management?tab=assign',
  '/dev/ui',
  '/no-such-page',
]
const PATHS = asked.length ? asked : EVERY

const site = await startSite('development')
const { url } = site
await claimAdmin()
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  ignoreDefaultArgs: ['--hide-scrollbars'],
})
rmSync(OUT, { recursive: true, force: true })
mkdirSync(OUT, { recursive: true })
const shots: { name: string; file: string; width: number }[] = []
for (const path of PATHS) {
  for (const language of ['tr', 'ar']) {
    for (const width of [1280, 375]) {
      for (const theme of ['light', 'dark'] as const) {
        const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme: theme, reducedMotion: 'reduce' })
        await context.addCookies([{ name: 'language', value: language, url }])
        await context.addInitScript((chosen) => localStorage.setItem('language', chosen), language)
        const page = await context.newPage()
        const person = SIGNED_IN[path]
        if (person) await signIn(page, person)
        await page.goto(url + path, { waitUntil: 'networkidle' })
        const name = `${path} ${language} ${width} ${theme}`
        const file = join(OUT, `${name.replaceAll(/[^a-z0-9]+/gi, '-').replace(/^-/, '')}.png`)
        await page.screenshot({ path: file, fullPage: true })
        shots.push({ name, file, width })
        await context.close()
      }
    }
  }
}
await writeSheet()
await browser.close()
await site.stop()
process.stdout.write(`${shots.length} screenshots and sheet.png in ${OUT}\n`)
process.exit(0)

/** Claims the admin role, because the demo has no admin. */
async function claimAdmin() {
  const { supabaseKey } = (await (await fetch(`${url}/config.json`)).json()) as { supabaseKey: string }
  const headers = { apikey: supabaseKey, 'content-type': 'application/json' }
  const answer = await fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ email: ADMIN, password: 'Demo1234!' }),
  })
  const { access_token, user } = (await answer.json()) as { access_token: string; user: { id: string } }
  await fetch(`${url}/rest/v1/user_roles`, {
    method: 'POST',
    headers: { ...headers, authorization: `Bearer ${access_token}` },
    body: JSON.stringify({ user_id: user.id, role: 'admin' }),
  })
}

async function signIn(page: Page, email: string) {
  await page.goto(`${url}/auth`)
  await page.locator('input[type=email]').first().fill(email)
  await page.locator('input[type=password]').first().fill('Demo1234!')
  await page.keyboard.press('Enter')
  await page.waitForURL(`${url}/`)
}

async function writeSheet() {
  const figures = shots.map(({ name, file, width }) => {
    const source = `data:image/png;base64,${readFileSync(file).toString('base64')}`
    return `<figure style="margin:0;width:${width === 375 ? 190 : 480}px"><figcaption>${name}</figcaption><img src="${source}" style="width:100%;border:1px solid #999"></figure>`
  })
  const page = await browser.newPage({ viewport: { width: 2800, height: 1000 } })
  await page.setContent(
    `<body style="font:12px sans-serif;display:flex;flex-wrap:wrap;gap:12px;align-items:start">${figures.join('')}</body>`,
  )
  writeFileSync(join(OUT, 'sheet.png'), await page.screenshot({ fullPage: true }))
}
