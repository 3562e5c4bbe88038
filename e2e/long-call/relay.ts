// Calls that go only through a real relay (coturn): the relay ends and comes back, and credentials expire.
import { type ChildProcess, spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { firstOf, freePort, type OnCleanUp, type Row } from '../other-browsers/stage.ts'
import { LIMIT_MS, row, seconds } from './figures.ts'
import { mediaAgain, routeOf } from './media.ts'
import { type Call, openCall, pagesOf, start } from './people.ts'
import { startSite } from './site.ts'

const COTURN = ['/usr/bin/turnserver', '/usr/sbin/turnserver']
const SECRET = 'shared with the relay'
const DOWN_MS = 4000
const SHORT_LIFE_SECONDS = 6
const ROOM = '**/functions/v1/daily-room'

const WHAT = {
  alone: 'a call through the relay (coturn) alone',
  ended: `the relay killed during the call and started again after ${DOWN_MS / 1000} s`,
  expired: `relay credentials that expire after ${SHORT_LIFE_SECONDS} s`,
  rejoined: 'both join again after the credentials have expired',
}

export async function relayedCalls(onCleanUp: OnCleanUp): Promise<Row[]> {
  const program = firstOf(COTURN)
  if (!program) return Object.values(WHAT).map((what) => ({ what, result: 'left out', measured: 'coturn is not installed here' }))
  const relay = await startRelay(program, onCleanUp)
  const site = await startSite(onCleanUp, { TURN_URLS: relay.url, TURN_SECRET: SECRET, ICE_RELAY_ONLY: 'on' })
  const call = await openCall(site, onCleanUp)
  const again = (from = performance.now()) => mediaAgain({ pages: () => pagesOf(call), from })
  const enter = async () => {
    await start(call.patient)
    await call.patient.page.getByText(/ bekleniyor$/).waitFor()
    const from = performance.now()
    await start(call.doctor)
    return again(from)
  }

  const joined = await enter()
  const routes = await Promise.all(pagesOf(call).map(routeOf))
  const isRelayed = routes.every((route) => route === 'relay → relay')
  const rows = [row(WHAT.alone, isRelayed && joined !== undefined, `${routes[0]}, media both ways after ${shown(joined)}`)]

  await relay.kill()
  await sleep(DOWN_MS)
  await relay.start()
  rows.push(recovered(WHAT.ended, await again()))

  rows.push(...(await expire(call, again)))
  return rows
}

const shown = (ms: number | undefined) => (ms === undefined ? 'not back within 30 s' : seconds(ms))
const recovered = (what: string, ms: number | undefined) =>
  row(what, ms !== undefined && ms <= LIMIT_MS, `media both ways after ${shown(ms)}`)

/** Both enter with short-lived credentials, as a server with a short limit would issue them, and stay beyond their end. */
async function expire(call: Call, again: (from?: number) => Promise<number | undefined>): Promise<Row[]> {
  const pages = pagesOf(call)
  for (const page of pages) await shorten(page)
  await Promise.all(pages.map((page) => page.reload()))
  const entered = await again()
  if (entered === undefined) return [row(WHAT.expired, false, 'no call with short-lived credentials')]
  await sleep(SHORT_LIFE_SECONDS * 1000 + 2000)
  const later = await again()
  const rows = [recovered(WHAT.expired, later)]
  // From here on the room issues credentials with the usual lifetime again.
  for (const page of pages) await page.unroute(ROOM)
  const from = performance.now()
  await Promise.all(pages.map((page) => page.reload({ waitUntil: 'commit' })))
  rows.push(recovered(WHAT.rejoined, await again(from)))
  return rows
}

interface Room {
  ice_servers?: { urls: string | string[]; username?: string; credential?: string }[]
}

async function shorten(page: Page) {
  await page.route(ROOM, async (route) => {
    const response = await route.fetch()
    const room = (await response.json()) as Room
    const username = `${Math.floor(Date.now() / 1000) + SHORT_LIFE_SECONDS}:short`
    const credential = createHmac('sha1', SECRET).update(username).digest('base64')
    const servers = room.ice_servers?.map((server) => (server.credential ? { ...server, username, credential } : server))
    await route.fulfill({ response, json: { ...room, ...(servers && { ice_servers: servers }) } })
  })
}

async function startRelay(program: string, onCleanUp: OnCleanUp) {
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'relay-'))
  let server: ChildProcess | undefined
  const kill = async () => {
    const killed = server
    if (!killed || killed.exitCode !== null || killed.signalCode !== null) return
    const ended = new Promise((resolve) => killed.once('exit', resolve))
    killed.kill('SIGKILL')
    await ended
  }
  const begin = async () => {
    server = spawn(
      program,
      [
        '-n',
        '--listening-ip=127.0.0.1',
        '--relay-ip=127.0.0.1',
        `--listening-port=${port}`,
        '--realm=call',
        '--fingerprint',
        '--use-auth-secret',
        `--static-auth-secret=${SECRET}`,
        '--allow-loopback-peers',
        '--no-cli',
        '--no-tls',
        '--no-dtls',
        '--log-file=stdout',
        `--pidfile=${join(folder, 'pid')}`,
        `--userdb=${join(folder, 'users')}`,
      ],
      { stdio: 'ignore', cwd: folder },
    )
    await listens(port)
  }
  onCleanUp(async () => {
    await kill()
    rmSync(folder, { recursive: true, force: true })
  })
  await begin()
  return { url: `turn:127.0.0.1:${port}?transport=udp`, kill, start: begin }
}

/** It listens on TCP and UDP at the same time. */
async function listens(port: number) {
  for (let tries = 0; tries < 100; tries++) {
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1')
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
      socket.once('connect', () => socket.destroy())
    })
    if (isOpen) return
    await sleep(50)
  }
  throw new Error('The relay does not listen.')
}
