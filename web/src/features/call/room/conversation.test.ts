// Tests two pages of a call message by message. Only the browser's own objects are fakes.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { MediaState, Part, Signal } from '../signals.ts'
import { Conversation, type ConversationState, type Other } from './conversation.ts'

const OFF: MediaState = { camera: false, microphone: false, screen: false }
const ON: MediaState = { camera: true, microphone: true, screen: false }

/** A connection that never carries data, because these tests only check the messages on the channel. */
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

/** One page of the call. Its messages wait in `sent` until the test delivers them. */
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

test('announces devices that open between hello and welcome', async () => {
  const patient = openPage('patient', 'Leyla', OFF)
  const doctor = openPage('doctor', 'Aylin', ON)
  doctor.conversation.greet()
  doctor.page.sent.length = 0

  patient.conversation.greet()
  await deliver(patient, doctor)
  expect(doctor.page.other).toEqual({ name: 'Leyla', media: OFF })
  // The camera opens while the welcome is in flight.
  patient.page.media = ON
  await patient.conversation.replace('video', undefined)
  await deliver(patient, doctor)
  await deliver(doctor, patient)
  await deliver(patient, doctor)

  expect(patient.page.other).toEqual({ name: 'Aylin', media: ON })
  expect(doctor.page.other).toEqual({ name: 'Leyla', media: ON })
  // The exchange of responses ends.
  await deliver(doctor, patient)
  expect(patient.page.sent).toEqual([])
})

test('announces a change of media at once', async () => {
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

/** Delivers all messages to all other pages until no page sends any more. */
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

test('a second guardian is refused with the name of the first, who stays in the call', async () => {
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

test('the first of two waiting guardians stays, regardless of their clocks', async () => {
  const mother = openPage('patient', 'Leyla', ON, 'leyla')
  mother.conversation.greet()
  await vi.advanceTimersByTimeAsync(ENTERED_LATER_MS)
  // Discards the mother's messages, because nobody else was there to receive them.
  mother.page.sent = []
  vi.setSystemTime(Date.now() - 3_600_000)
  const father = openPage('patient', 'Rauf', ON, 'rauf')
  father.conversation.greet()
  await settle(mother, father)
  expect([mother.page.state, father.page.state]).toEqual(['waiting', 'taken'])
})

test('exactly one of two guardians who enter at the same moment stays', async () => {
  const [mother, father] = [openPage('patient', 'Leyla', ON, 'leyla'), openPage('patient', 'Rauf', ON, 'rauf')]
  for (const { conversation } of [mother, father]) conversation.greet()
  await settle(mother, father)
  expect([mother.page.state, father.page.state].toSorted()).toEqual(['taken', 'waiting'])
})

test('exactly one of two guardians stays when a late greeting makes them refuse each other', async () => {
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

test('a second guardian can enter once the first one has left', async () => {
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
