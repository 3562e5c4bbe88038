// Property-based tests: after any sequence of faults and actions, both sides are connected once everything works again.
// A failure prints its seed and the shortest list of steps that fast-check finds.
import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import type { Part } from '../signals.ts'
import { type Page, SimulatedCall } from './testing-call.ts'

const SEED = 20_261_101
const CHAOS_MS = 45_000
const SETTLE_MS = 100_000
const QUIET_MS = 30_000

let call: SimulatedCall | undefined
afterEach(() => {
  call?.end()
  call = undefined
})

interface Later {
  later: (work: () => void) => void
  reopen: () => void
}

/** Actions that may happen to a page. */
const PAGE_ACTIONS = {
  'cut the line': (world: SimulatedCall, page: Page, { later }: Later) => {
    world.cut(page)
    later(() => world.connect(page))
  },
  reload: (world: SimulatedCall, page: Page, { reopen }: Later) => {
    world.leave(page, 'endAtOnce')
    reopen()
  },
  crash: (world: SimulatedCall, page: Page, { reopen }: Later) => {
    world.crash(page)
    reopen()
  },
  leave: (world: SimulatedCall, page: Page, { reopen }: Later) => {
    world.leave(page)
    reopen()
  },
  'switch the camera': (_: SimulatedCall, page: Page) => {
    page.media = { ...page.media, camera: !page.media.camera }
    void page.conversation.replace('video', undefined)
  },
  restart: (_: SimulatedCall, page: Page) => page.conversation.restart(),
  'come back into view': (_: SimulatedCall, page: Page) => page.conversation.greet(),
}
const ACTIONS = [
  'lose the network',
  'open a tab',
  'cut the line',
  'reload',
  'crash',
  'leave',
  'switch the camera',
  'restart',
  'come back into view',
] as const

interface Step {
  at: number
  action: (typeof ACTIONS)[number]
  part: Part
  forMs: number
  clockErrorMs: number
}

const steps = fc.array(
  fc.record<Step>({
    at: fc.integer({ min: 0, max: CHAOS_MS }),
    action: fc.constantFrom(...ACTIONS),
    part: fc.constantFrom('patient', 'doctor'),
    forMs: fc.integer({ min: 100, max: 20_000 }),
    clockErrorMs: fc.constantFrom(0, 0, -7_200_000, 7_200_000, -40),
  }),
  { maxLength: 8 },
)
const faults = fc.record({
  loss: fc.constantFrom(0, 0.2, 0.6),
  duplication: fc.constantFrom(0, 0.3),
  maxDelayMs: fc.constantFrom(0, 200, 3000),
})

function take(world: SimulatedCall, { action, part, forMs, clockErrorMs }: Step) {
  const later = (work: () => void) => void setTimeout(work, forMs)
  const reopen = () => later(() => world.open(part, { clockErrorMs }))
  const page = world.openPages(part).at(-1)
  if (action === 'open a tab') {
    world.open(part, { clockErrorMs })
  } else if (action === 'lose the network') {
    world.network.isUp = false
    later(() => {
      world.network.isUp = true
    })
  } else if (page) {
    PAGE_ACTIONS[action](world, page, { later, reopen })
  }
}

/** Expects exactly one page per side, connected to the other, with the right media state and no further messages. */
function expectConnected(world: SimulatedCall) {
  const [patients, doctors] = [world.openPages('patient'), world.openPages('doctor')]
  const seen = [...patients, ...doctors].map(({ part, state, other, stream }) => ({ part, state, other, hasStream: Boolean(stream) }))
  expect(seen).toEqual([
    { part: 'patient', state: 'connected', other: { name: 'doctor', media: doctors[0]?.media }, hasStream: true },
    { part: 'doctor', state: 'connected', other: { name: 'patient', media: patients[0]?.media }, hasStream: true },
  ])
  expect(world.openPeers.map(({ signalingState, connectionState }) => ({ signalingState, connectionState }))).toEqual([
    { signalingState: 'stable', connectionState: 'connected' },
    { signalingState: 'stable', connectionState: 'connected' },
  ])
  for (const page of world.pages) expect(page.sentAfterEnd).toBe(0)
}

async function switchAll(world: SimulatedCall) {
  for (const page of world.pages) {
    page.media = { ...page.media, microphone: !page.media.microphone }
    await page.conversation.replace('audio', undefined)
  }
  await world.pass(QUIET_MS + 1000)
}

async function live(world: SimulatedCall, plan: Step[]) {
  world.open('patient')
  world.open('doctor')
  for (const step of plan) setTimeout(() => take(world, step), step.at)
  await world.pass(CHAOS_MS + 20_100)
  world.heal()
  await world.pass(SETTLE_MS)
}

test('exactly one page per side is connected and silent once the channel works again', async () => {
  await fc.assert(
    fc.asyncProperty(steps, faults, fc.integer(), async (plan, given, seed) => {
      call?.end()
      call = new SimulatedCall(seed)
      call.faults = given
      await live(call, plan)
      // Broadcasts are not repeated. If the channel loses or reorders them, the next change corrects the state.
      if (given.loss > 0 || given.maxDelayMs > 0) await switchAll(call)
      expectConnected(call)
      expect(Date.now() - call.lastMessageAt).toBeGreaterThan(QUIET_MS)
      for (const page of call.pages) expect(page.sent).toBeLessThan(300)
    }),
    { seed: SEED, numRuns: 80 },
  )
})

test('the tab that was opened last takes over, regardless of the devices’ clocks', async () => {
  const clockErrors = fc.array(fc.integer({ min: -86_400_000, max: 86_400_000 }), { minLength: 2, maxLength: 4 })
  const pauses = fc.array(fc.integer({ min: 500, max: 15_000 }), { minLength: 4, maxLength: 4 })
  await fc.assert(
    fc.asyncProperty(clockErrors, pauses, fc.constantFrom<Part>('patient', 'doctor'), async (errors, pausesMs, part) => {
      call?.end()
      call = new SimulatedCall()
      call.open(part === 'doctor' ? 'patient' : 'doctor')
      for (const [index, clockErrorMs] of errors.entries()) {
        call.open(part, { clockErrorMs })
        await call.pass(pausesMs[index] ?? 0)
      }
      await call.pass(10_000)
      expectConnected(call)
      expect(call.openPages(part)).toEqual([call.pages.at(-1)])
      expect(call.pages.filter(({ state }) => state === 'replaced')).toHaveLength(errors.length - 1)
    }),
    { seed: SEED, numRuns: 30 },
  )
})

test('two pages that restart at the same moment do not deadlock', async () => {
  const moments = fc.array(fc.record({ patientMs: fc.integer({ min: 0, max: 80 }), doctorMs: fc.integer({ min: 0, max: 80 }) }), {
    minLength: 1,
    maxLength: 5,
  })
  await fc.assert(
    fc.asyncProperty(moments, async (restarts) => {
      call?.end()
      call = new SimulatedCall()
      const [patient, doctor] = [call.open('patient'), call.open('doctor')]
      await call.pass(3000)
      for (const { patientMs, doctorMs } of restarts) {
        setTimeout(() => patient.conversation.restart(), patientMs)
        setTimeout(() => doctor.conversation.restart(), doctorMs)
        await call.pass(100)
      }
      await call.pass(3000)
      expectConnected(call)
      expect([patient.state, doctor.state]).toEqual(['connected', 'connected'])
    }),
    { seed: SEED, numRuns: 40 },
  )
})
