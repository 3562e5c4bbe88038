// Firefox as Debian packages it, driven over WebDriver BiDi (https://w3c.github.io/webdriver-bidi/): the few commands that a journey
// needs. Playwright cannot drive this Firefox: it insists on emulating media features, which Firefox ESR does not know.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { WebSocket } from 'ws'

const START_TIMEOUT_MS = 30_000
const COMMAND_TIMEOUT_MS = 45_000

/** A camera and a microphone that need no hardware and no permission; Turkish, as the site is by default. */
const PREFERENCES = {
  'media.navigator.streams.fake': true,
  'media.navigator.permission.disabled': true,
  'media.autoplay.default': 0,
  'media.peerconnection.ice.loopback': true,
  'media.peerconnection.ice.obfuscate_host_addresses': false,
  'intl.accept_languages': 'tr',
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'app.update.enabled': false,
}

interface RemoteValue {
  type: string
  value?: string
  sharedId?: string
}

type Send = (method: string, params: object) => Promise<Record<string, unknown>>

export async function startFirefox(executable: string) {
  const profile = mkdtempSync(join(tmpdir(), 'firefox-'))
  const lines = Object.entries(PREFERENCES).map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`)
  writeFileSync(join(profile, 'user.js'), lines.join('\n'))
  const browser = spawn(executable, ['--headless', '--no-remote', '--remote-debugging-port=0', '--profile', profile, 'about:blank'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, HOME: profile, MOZ_DISABLE_CONTENT_SANDBOX: '1' },
  })
  const ended = new Promise<void>((resolve) => browser.once('exit', () => resolve()))
  const stop = async () => {
    browser.kill('SIGKILL')
    await ended
    rmSync(profile, { recursive: true, force: true })
  }
  try {
    const address = await new Promise<string>((resolve, reject) => {
      let printed = ''
      const timer = setTimeout(() => reject(new Error('Firefox did not start in time.')), START_TIMEOUT_MS)
      browser.stderr.on('data', (text: Buffer) => {
        printed += text.toString()
        const found = /WebDriver BiDi listening on (ws:\S+)/.exec(printed)?.[1]
        if (!found) return
        clearTimeout(timer)
        resolve(found)
      })
      browser.once('error', reject)
    })
    const send = await connect(`${address}/session`)
    await send('session.new', { capabilities: {} })
    return { stop, newPage: () => createPage(send) }
  } catch (error) {
    await stop()
    throw error
  }
}

async function connect(address: string): Promise<Send> {
  const socket = new WebSocket(address)
  await new Promise((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
  })
  let lastId = 0
  const waiting = new Map<number, { resolve: (result: Record<string, unknown>) => void; reject: (error: Error) => void }>()
  socket.on('message', (data: Buffer) => {
    const { id, result, error, message } = JSON.parse(data.toString()) as {
      id?: number
      result?: Record<string, unknown>
      error?: string
      message?: string
    }
    const caller = waiting.get(id ?? 0)
    waiting.delete(id ?? 0)
    if (error) caller?.reject(new Error(`${error}: ${message}`))
    else caller?.resolve(result ?? {})
  })
  return (method, params) =>
    new Promise((resolve, reject) => {
      const id = ++lastId
      const timer = setTimeout(() => reject(new Error(`Firefox did not answer ${method} in time.`)), COMMAND_TIMEOUT_MS)
      const done = () => clearTimeout(timer)
      waiting.set(id, {
        resolve: (result) => (done(), resolve(result)),
        reject: (error) => (done(), reject(error)),
      })
      socket.send(JSON.stringify({ id, method, params }))
    })
}

export type DrivenPage = Awaited<ReturnType<typeof createPage>>

/** A window without a session. */
async function createPage(send: Send) {
  const { userContext } = await send('browser.createUserContext', {})
  const { context } = await send('browsingContext.create', { type: 'tab', userContext })
  const resize = async (width: number, height: number) =>
    void (await send('browsingContext.setViewport', { context, viewport: { width, height } }))
  await resize(1280, 900)

  async function call(source: string, args: unknown[]) {
    const answer = (await send('script.callFunction', {
      functionDeclaration: source,
      arguments: [{ type: 'string', value: JSON.stringify(args) }],
      target: { context },
      awaitPromise: true,
      userActivation: true,
    })) as { type: string; result?: RemoteValue; exceptionDetails?: { text: string } }
    if (answer.type === 'exception') throw new Error(answer.exceptionDetails?.text ?? 'a script failed')
    return answer.result
  }

  return {
    resize,
    goto: async (url: string) => void (await send('browsingContext.navigate', { context, url, wait: 'complete' })),
    /** Runs in the page. Only what JSON can carry goes in and out. */
    run: async <Args extends unknown[], Result>(work: (...args: Args) => Result | Promise<Result>, ...args: Args): Promise<Result> => {
      const result = await call(`async (args) => JSON.stringify((await (${work.toString()})(...JSON.parse(args))) ?? null)`, args)
      return JSON.parse(result?.value ?? 'null') as Result
    },
    press: async (x: number, y: number) => {
      const actions = [
        { type: 'pointerMove', x: Math.round(x), y: Math.round(y) },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ]
      await send('input.performActions', { context, actions: [{ type: 'pointer', id: 'mouse', actions }] })
    },
    type: async (text: string) => {
      const actions = Array.from(text).flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ])
      await send('input.performActions', { context, actions: [{ type: 'key', id: 'keys', actions }] })
    },
    setFiles: async (selector: string, files: string[]) => {
      const element = await call('(args) => document.querySelector(JSON.parse(args)[0])', [selector])
      await send('input.setFiles', { context, element: { sharedId: element?.sharedId }, files })
    },
    close: async () => void (await send('browser.removeUserContext', { userContext })),
  }
}
