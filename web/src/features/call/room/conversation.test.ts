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
function openPage(part: Part, name: string, media: MediaState) {
  const page = {
    media,
    sent: [] as Signal[],
    other: {} as Partial<Other>,
    state: 'waiting' as ConversationState,
  }
  const conversation = new Conversation({
    part,
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
