// The test's result about the relay, for each response of the server and the network.
import { beforeEach, expect, test, vi } from 'vitest'
import { AppError } from '../../../lib/errors.ts'
import { SIGN_IN_FIRST } from './checks.ts'
import { testRelay } from './relay.ts'

const world = vi.hoisted(() => ({
  answer: async (): Promise<unknown> => undefined,
  openLoop: async (_tracks: unknown[], _rtc: RTCConfiguration): Promise<{ close: () => void }> => ({ close: () => {} }),
}))
vi.mock('../../../lib/data/functions.ts', () => ({ askFunction: () => world.answer() }))
vi.mock('./loop.ts', () => ({ openLoop: (tracks: unknown[], rtc: RTCConfiguration) => world.openLoop(tracks, rtc) }))

const SERVERS = [{ urls: ['turn:relay'], username: 'u', credential: 'c' }]

beforeEach(() => {
  vi.stubGlobal('navigator', { onLine: true })
  world.answer = async () => ({ provider: 'own', ice_servers: SERVERS })
})

test('tests only the relay, and closes the connection afterwards', async () => {
  const close = vi.fn()
  const open = vi.fn(async () => ({ close }))
  world.openLoop = open
  expect(await testRelay()).toEqual({ key: 'videoTest.relayGood', isTested: true })
  expect(open).toHaveBeenCalledWith([], { iceServers: SERVERS, iceTransportPolicy: 'relay' })
  expect(close).toHaveBeenCalledTimes(1)
})

test.each([
  [{ provider: 'daily', ice_servers: [] }, 'videoTest.relayDaily'],
  [{ provider: 'own', ice_servers: [] }, 'videoTest.relayNone'],
])('says that nothing was tested when there is no relay to test: %o', async (answer, key) => {
  world.answer = async () => answer
  expect(await testRelay()).toEqual({ key, isTested: false })
})

test.each([
  ['not_signed_in', SIGN_IN_FIRST],
  ['too_many_relay_tests', { key: 'videoTest.relayLimited', isTested: false }],
  ['unreachable', { key: 'videoTest.relayUnknown', isTested: false }],
])('says why the server gave no relay: %s', async (reason, note) => {
  world.answer = async () => Promise.reject(new AppError(reason))
  expect(await testRelay()).toEqual(note)
})

test.each([
  [true, 'relay_blocked'],
  [false, 'offline'],
])('fails when the relay cannot be reached (online: %s)', async (onLine, reason) => {
  vi.stubGlobal('navigator', { onLine })
  world.openLoop = async () => Promise.reject(new AppError('blocked'))
  await expect(testRelay()).rejects.toMatchObject({ reason })
})
