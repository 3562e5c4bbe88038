// What two pages of a call know of each other, message by message. Only the browser's own objects are stood in for.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { MediaState, Part, Signal } from '../signals.ts'
import { Conversation, type ConversationState, type Other } from './conversation.ts'

const OFF: MediaState = { camera: false, microphone: false, screen: false }
const ON: MediaState = { camera: true, microphone: true, screen: false }

/** A connection that never carries anything: these tests are about what is said on the channel. */
class IdleConnection {
  signalingState = 'stable'
  connectionState = 'new'
  addTransceiver() {}
  getTransceivers() {
    return []
  }
  restartIce() {}
  close() {}
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('RTCPeerConnection', IdleConnection)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** One page of the call. What it sends waits in `sent` until the test delivers it. */
function openPage(part: Part, name: string, media: MediaState, person?: string) {
  const page = {
    media,
    sent: [] as Signal[],
    other: {} as Partial<Other>,
    state: 'waiting' as ConversationState,
    takenBy: undefined as string | undefined,
  }
  const conversation = new Conversation({
    part,
    person,
    name,
    rtc: {},
    tracks: () => ({ audio: undefined, video: undefined }),
    media: () => page.media,
    send: (signal) => page.sent.push(signal),
    sendLast: (signal) => page.sent.push(signal),
    onState: (state) => {
      page.state = state
    },
    onOther: (news) => {
      page.other = { ...page.other, ...news }
    },
    onStream: () => {},
    onTaken: (by) => {
      page.takenBy = by
    },
  })
  return { page, conversation }
}

type Opened = ReturnType<typeof openPage>

async function deliver(from: Opened, to: Opened) {
  for (const signal of from.page.sent.splice(0)) await to.conversation.take(signal)
}

test('devices that open between one’s own hello and the welcome are announced', async () => {
  const patient = openPage('patient', 'Leyla', OFF)
  const doctor = openPage('doctor', 'Aylin', ON)
  doctor.conversation.greet()
  doctor.page.sent.length = 0

  patient.conversation.greet()
  await deliver(patient, doctor)
  expect(doctor.page.other).toEqual({ name: 'Leyla', media: OFF })
  // The welcome is on its way while the camera opens.
  patient.page.media = ON
  await patient.conversation.replace('video', undefined)
  await deliver(patient, doctor)
  await deliver(doctor, patient)
  await deliver(patient, doctor)

  expect(patient.page.other).toEqual({ name: 'Aylin', media: ON })
  expect(doctor.page.other).toEqual({ name: 'Leyla', media: ON })
  // Nobody answers an answer for ever.
  await deliver(doctor, patient)
  expect(patient.page.sent).toEqual([])
})

test('what is switched during the call is told at once', async () => {
  const [patient, doctor] = [openPage('patient', 'Leyla', ON), openPage('doctor', 'Aylin', ON)]
  patient.conversation.greet()
  await deliver(patient, doctor)
  await deliver(doctor, patient)
  await deliver(patient, doctor)
  doctor.page.media = { ...ON, microphone: false }
  await doctor.conversation.replace('audio', undefined)
  await deliver(doctor, patient)
  expect(patient.page.other.media).toEqual({ ...ON, microphone: false })
  doctor.conversation.end()
  await deliver(doctor, patient)
  expect(patient.page.state).toBe('left')
})

/** Everything that everybody sends reaches everybody else, until nobody says anything more. */
async function settle(...pages: Opened[]) {
  for (let round = 0; round < 20; round++) {
    const said = pages.map(({ page }) => page.sent.splice(0))
    for (const [from, signals] of said.entries()) {
      for (const signal of signals) {
        for (const [to, { conversation }] of pages.entries()) if (to !== from) await conversation.take(signal)
      }
    }
  }
}

const ENTERED_LATER_MS = 60_000

test('a second guardian learns who is in the call, and the first one goes on', async () => {
  const doctor = openPage('doctor', 'Aylin', ON, 'aylin')
  const mother = openPage('patient', 'Leyla', ON, 'leyla')
  for (const { conversation } of [doctor, mother]) conversation.greet()
  await settle(doctor, mother)
  await vi.advanceTimersByTimeAsync(ENTERED_LATER_MS)
  const father = openPage('patient', 'Rauf', ON, 'rauf')
  father.conversation.greet()
  await settle(doctor, mother, father)
  expect([father.page.state, father.page.takenBy]).toEqual(['taken', 'Leyla'])
  expect(mother.page.state).not.toBe('taken')
  expect(doctor.page.other.name).toBe('Leyla')
})

test('of two guardians who wait for the doctor the first one stays, whatever their clocks say', async () => {
  const mother = openPage('patient', 'Leyla', ON, 'leyla')
  mother.conversation.greet()
  await vi.advanceTimersByTimeAsync(ENTERED_LATER_MS)
  // Nobody was there to hear them.
  mother.page.sent = []
  vi.setSystemTime(Date.now() - 3_600_000)
  const father = openPage('patient', 'Rauf', ON, 'rauf')
  father.conversation.greet()
  await settle(mother, father)
  expect([mother.page.state, father.page.state]).toEqual(['waiting', 'taken'])
})

test('of two guardians who enter in the same moment exactly one stays', async () => {
  const [mother, father] = [openPage('patient', 'Leyla', ON, 'leyla'), openPage('patient', 'Rauf', ON, 'rauf')]
  for (const { conversation } of [mother, father]) conversation.greet()
  await settle(mother, father)
  expect([mother.page.state, father.page.state].toSorted()).toEqual(['taken', 'waiting'])
})

test('of two guardians who refuse each other, because a greeting arrived late, exactly one stays', async () => {
  const mother = openPage('patient', 'Leyla', ON, 'leyla')
  mother.conversation.greet()
  const [late] = mother.page.sent.splice(0)
  await vi.advanceTimersByTimeAsync(ENTERED_LATER_MS)
  mother.page.sent = []
  const father = openPage('patient', 'Rauf', ON, 'rauf')
  father.conversation.greet()
  if (late) await father.conversation.take(late)
  await settle(mother, father)
  expect([mother.page.state, father.page.state].toSorted()).toEqual(['taken', 'waiting'])
})

test('a second guardian may enter once the first one has left', async () => {
  const [doctor, mother] = [openPage('doctor', 'Aylin', ON, 'aylin'), openPage('patient', 'Leyla', ON, 'leyla')]
  for (const { conversation } of [doctor, mother]) conversation.greet()
  await settle(doctor, mother)
  mother.conversation.end()
  await settle(doctor, mother)
  const father = openPage('patient', 'Rauf', ON, 'rauf')
  father.conversation.greet()
  await settle(doctor, mother, father)
  expect(father.page.state).toBe('connecting')
  expect(doctor.page.other.name).toBe('Rauf')
})
