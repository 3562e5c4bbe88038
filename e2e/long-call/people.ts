// A patient and a doctor, each in their own browser process, and the room where they meet.
import { readFileSync } from 'node:fs'
import { type Browser, chromium, type Page, request } from '@playwright/test'
import { createCast } from '../cast.ts'
import { consultation } from '../consultation.ts'
import { waitingUntilItListens } from '../listening.ts'
import { firstOf, type OnCleanUp } from '../other-browsers/stage.ts'
import { watchMedia } from './media.ts'
import type { Site } from './site.ts'

const SHELLS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
const PAGE_TIMEOUT_MS = 30_000

export interface Side {
  browser: Browser
  page: Page
}
export interface Call {
  site: Site
  id: string
  patient: Side
  doctor: Side
}

async function launch(onCleanUp: OnCleanUp) {
  const executablePath = process.env['CHROMIUM'] ?? firstOf(SHELLS)
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : { channel: 'chromium' }),
    args: [
      // The second of Chromium's fake cameras sends depth, which no call can show. The first and the third send pictures.
      '--use-fake-device-for-media-stream=device-count=3',
      '--use-fake-ui-for-media-stream',
      '--allow-loopback-in-peer-connection',
      '--no-sandbox',
    ],
  })
  onCleanUp(() => browser.close())
  return browser
}

/** Opens the page of the call for both. The room is open. */
export async function openCall(site: Site, onCleanUp: OnCleanUp): Promise<Call> {
  const api = await request.newContext()
  onCleanUp(() => api.dispose())
  const [hers, theirs] = [await launch(onCleanUp), await launch(onCleanUp)]
  const [patients, doctors] = [hers, theirs].map((browser) => createCast({ ...site, request: api, browser }))
  if (!patients || !doctors) throw new Error('There are two browsers.')
  const { patient, doctor, id } = await consultation({ ...patients, doctor: doctors.doctor })
  const open = async (browser: Browser, browse: () => Promise<Page>): Promise<Side> => {
    const page = await browse()
    page.context().setDefaultTimeout(PAGE_TIMEOUT_MS)
    await watchMedia(page.context())
    await page.goto(`/call/${id}`)
    return { browser, page }
  }
  return { site, id, patient: await open(hers, () => patient.browse()), doctor: await open(theirs, () => doctor.browse()) }
}

export const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
export const start = ({ page }: Side) => press(page, 'Hemen Görüşmeyi Başlat')
export const pagesOf = ({ patient, doctor }: Call) => [patient.page, doctor.page]

/** Opens the call in a new tab of the same browser, as after closing the tab by mistake. */
export async function reopen(side: Side, id: string) {
  side.page = waitingUntilItListens(await side.page.context().newPage())
  await side.page.goto(`/call/${id}`, { waitUntil: 'commit' })
}

interface ProcessInfo {
  type: string
  id: number
  cpuTime: number
}

async function processesOf({ browser }: Side) {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  await session.detach()
  return processInfo
}

export const browserCpuSeconds = async (side: Side) => (await processesOf(side)).reduce((sum, { cpuTime }) => sum + cpuTime, 0)

/** The process that sends and receives for the whole browser, media included. */
export async function networkProcessOf(side: Side) {
  const isNetwork = ({ id }: ProcessInfo) => readFileSync(`/proc/${id}/cmdline`, 'utf8').includes('network.mojom.NetworkService')
  const found = (await processesOf(side)).find(isNetwork)
  if (!found) throw new Error('This browser has no network process of its own.')
  return found.id
}
