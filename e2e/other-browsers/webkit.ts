// The public pages, sign-in and booking's first page in WebKitGTK, driven over WebDriver (https://www.w3.org/TR/webdriver2/).
// Debian's WebKitGTK has no WebRTC: calls cannot be tried in it.
import { type ChildProcess, spawn } from 'node:child_process'
import { globSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { type AnyPage, open, seeText, signIn, waitFor } from './journeys.ts'
import { firstOf, freePort, type OnCleanUp, type Row, type Stage } from './stage.ts'

const WHAT = 'the pages and sign-in in WebKitGTK'
const COMMAND_TIMEOUT_MS = 45_000
const PAGES = [
  '/',
  '/healthcare',
  '/interior-design',
  '/about',
  '/doctors',
  '/contact',
  '/faq',
  '/auth',
  '/video-test',
  '/ar',
  '/az/doctors',
]

export async function webkitPages(stage: Stage, onCleanUp: OnCleanUp): Promise<Row> {
  const [driver, display] = [firstOf(['/usr/bin/WebKitWebDriver']), firstOf(['/usr/bin/Xvfb'])]
  const [browser] = globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser')
  if (!driver || !browser || !display)
    return { what: WHAT, result: 'left out', measured: 'WebKitGTK is not installed (Debian: webkit2gtk-driver and xvfb)' }
  const page = await startWebKit({ driver, display, browser }, onCleanUp)
  for (const path of PAGES) {
    await open(page, stage.url + path)
    await waitFor(`the heading of ${path}`, () => page.run(() => Boolean(document.querySelector('h1')?.textContent?.trim())))
    const overflow = await page.run(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    if (overflow > 0) throw new Error(`${path} is ${overflow} px too wide`)
    const broken = await page.run(() => [...document.images].filter((image) => image.complete && !image.naturalWidth).map(({ src }) => src))
    if (broken.length > 0) throw new Error(`${path} shows no ${broken.join(', ')}`)
  }
  const person = await stage.cast.person('Ela')
  await signIn(page, stage.url, person)
  const doctor = await stage.cast.doctor('Umut')
  await open(page, `${stage.url}/appointments?tab=new`)
  await seeText(page, doctor.name)
  return { what: WHAT, result: 'passed', measured: `${PAGES.length} pages without overflow or broken pictures, signed in, doctors listed` }
}

interface Programs {
  driver: string
  display: string
  browser: string
}

async function startWebKit({ driver, display, browser }: Programs, onCleanUp: OnCleanUp): Promise<AnyPage> {
  const started = (child: ChildProcess) => {
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
    onCleanUp(async () => {
      child.kill('SIGTERM')
      await ended
    })
    return child
  }
  const number = await chosenDisplay(
    started(spawn(display, ['-displayfd', '1', '-screen', '0', '1400x1000x24'], { stdio: ['ignore', 'pipe', 'ignore'] })),
  )
  const port = await freePort()
  const env = { ...process.env, DISPLAY: `:${number}`, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1', LIBGL_ALWAYS_SOFTWARE: '1' }
  started(spawn(driver, [`--port=${port}`, '--host=127.0.0.1'], { stdio: 'ignore', env }))
  const address = `http://127.0.0.1:${port}`
  await waitFor('WebKitWebDriver', async () => (await fetch(`${address}/status`)).ok)
  const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': { binary: browser, args: ['--automation'] } } }
  const { sessionId } = (await command(address, 'session', { capabilities })) as { sessionId: string }
  onCleanUp(async () => void (await fetch(`${address}/session/${sessionId}`, { method: 'DELETE' })))
  return createPage(`${address}/session/${sessionId}`)
}

async function chosenDisplay({ stdout }: ChildProcess) {
  const chosen = new Promise<string>((resolve) => stdout?.once('data', (text: Buffer) => resolve(text.toString().trim())))
  const tooLate = sleep(10_000, undefined, { ref: false }).then(() => {
    throw new Error('Xvfb did not start in time.')
  })
  return Promise.race([chosen, tooLate])
}

async function command(address: string, path: string, body: object) {
  const answer = await fetch(`${address}/${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(COMMAND_TIMEOUT_MS),
  })
  const { value } = (await answer.json()) as { value: unknown }
  if (!answer.ok) throw new Error(`${path}: ${JSON.stringify(value)}`)
  return value
}

function createPage(session: string): AnyPage {
  const act = (actions: object[]) => command(session, 'actions', { actions })
  return {
    goto: async (url) => void (await command(session, 'url', { url })),
    run: async (work, ...args) => {
      const script = `const done = arguments[1]; (async () => JSON.stringify((await (${work.toString()})(...JSON.parse(arguments[0]))) ?? null))().then(done, (error) => done(JSON.stringify({ failed: String(error) })))`
      return JSON.parse((await command(session, 'execute/async', { script, args: [JSON.stringify(args)] })) as string)
    },
    press: async (x, y) => {
      const move = { type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration: 0 }
      await act([{ type: 'pointer', id: 'mouse', actions: [move, { type: 'pointerDown', button: 0 }, { type: 'pointerUp', button: 0 }] }])
    },
    type: async (text) => {
      const keys = Array.from(text).flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ])
      await act([{ type: 'key', id: 'keys', actions: keys }])
    },
    setFiles: async () => {
      throw new Error('no journey in WebKit shares files yet')
    },
  }
}
