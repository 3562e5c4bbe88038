// Shared by the journeys in other browsers: a running site, people for it, and Chromium for the other side of a call.
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { chromium, request } from '@playwright/test'
import { createCast } from '../cast.ts'

const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

export interface Row {
  what: string
  result: 'passed' | 'FAILED' | 'left out'
  measured: string
}

export type OnCleanUp = (cleanUp: () => Promise<void>) => void
export type Stage = Awaited<ReturnType<typeof openStage>>

export const firstOf = (places: string[]) => places.find((place) => existsSync(place))

export async function openStage({ url, secretKey }: { url: string; secretKey: string }, onCleanUp: OnCleanUp) {
  const executablePath = process.env['CHROMIUM'] ?? firstOf(CHROMIUM)
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : { channel: 'chromium' }),
    args: ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream', '--no-sandbox'],
  })
  onCleanUp(() => browser.close())
  const api = await request.newContext()
  onCleanUp(() => api.dispose())
  return { url, cast: createCast({ url, secretKey, request: api, browser }) }
}

export async function freePort() {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  if (typeof address !== 'object' || !address) throw new Error('There is no free port.')
  return address.port
}
