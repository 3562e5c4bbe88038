// One test for each fault that can happen between two pages of a call.
import { afterEach, expect, test } from 'vitest'
import { SimulatedCall } from './testing-call.ts'

const EVERYTHING_LOST = { loss: 1, duplication: 0, maxDelayMs: 0 }
const NOTHING_LOST = { loss: 0, duplication: 0, maxDelayMs: 0 }
/** The fake network reports a lost connection after this long, as browsers do. */
const NOTICED_AFTER_MS = 5500

let call = new SimulatedCall()
afterEach(() => call.end())

async function connectedCall() {
  call = new SimulatedCall()
  const [patient, doctor] = [call.open('patient'), call.open('doctor')]
  await call.pass(2000)
  expect([patient.state, doctor.state]).toEqual(['connected', 'connected'])
  return { patient, doctor }
}

test('connects although the first greetings of both sides got lost', async () => {
  call = new SimulatedCall()
  call.faults = EVERYTHING_LOST
  const [patient, doctor] = [call.open('patient'), call.open('doctor')]
  await call.pass(1000)
  call.faults = NOTHING_LOST
  await call.pass(6000)
  expect([patient.state, doctor.state]).toEqual(['connected', 'connected'])
})

test('repeats the greeting with growing pauses while the other side is absent', async () => {
  call = new SimulatedCall()
  const patient = call.open('patient')
  await call.pass(60_000)
  expect(patient.sent).toBeLessThan(7)
  await call.pass(600_000)
  expect(patient.sent).toBeLessThan(40)
  call.leave(patient)
  const sent = patient.sent
  await call.pass(60_000)
  expect([patient.sent, patient.sentAfterEnd]).toEqual([sent, 0])
})

test('shows at once that the other side has left, and reconnects when they return', async () => {
  const { patient, doctor } = await connectedCall()
  call.leave(doctor)
  await call.pass(100)
  expect(patient.state).toBe('left')
  expect(patient.stream).toBeUndefined()
  expect(call.openPeers).toHaveLength(0)
  const again = call.open('doctor')
  await call.pass(2000)
  expect([patient.state, again.state]).toEqual(['connected', 'connected'])
})

test('shows an interruption within seconds after the other browser crashes', async () => {
  const { patient, doctor } = await connectedCall()
  call.crash(doctor)
  await call.pass(NOTICED_AFTER_MS)
  expect(patient.state).toBe('interrupted')
  await call.pass(600_000)
  expect(patient.sent).toBeLessThan(200)
})

test('still shows the interruption while the browser reconnects', async () => {
  const { patient, doctor } = await connectedCall()
  call.crash(doctor)
  await call.pass(NOTICED_AFTER_MS)
  expect(call.openPeers).not.toHaveLength(0)
  for (const peer of call.openPeers) {
    peer.connectionState = 'connecting'
    peer.onconnectionstatechange?.()
  }
  expect(patient.state).toBe('interrupted')
})

test('ignores a greeting that arrives after the good-bye of the same page', async () => {
  call = new SimulatedCall()
  const doctor = call.open('doctor')
  await call.pass(1000)
  const patient = call.open('patient')
  // The greeting travels over the slow channel, the good-bye by a separate request.
  call.delayNextMs = 2000
  await call.pass(400)
  call.leave(patient, 'endAtOnce')
  await call.pass(5000)
  expect(doctor.state).toBe('waiting')
  expect(call.openPeers).toHaveLength(0)
})

test('ignores a late greeting of a crashed page that seems to have entered later', async () => {
  call = new SimulatedCall()
  const patient = call.open('patient')
  await call.pass(1000)
  const crashed = call.open('doctor', { clockErrorMs: 60_000 })
  await call.pass(10_000)
  const doctor = call.open('doctor')
  call.delayNextMs = 4000
  crashed.conversation.greet()
  call.crash(crashed)
  await call.pass(10_000)
  expect([patient.state, doctor.state]).toEqual(['connected', 'connected'])
})

test('gives way at once to a page that was opened later, whether connected or not', async () => {
  const { patient, doctor } = await connectedCall()
  const second = call.open('doctor')
  await call.pass(1000)
  expect(doctor.state).toBe('replaced')
  const third = call.open('doctor')
  await call.pass(1000)
  expect([patient.state, second.state, third.state]).toEqual(['connected', 'replaced', 'connected'])
})

test('reconnects to the older page when the page that took over has given way to it', async () => {
  const { patient, doctor } = await connectedCall()
  // The clock of the second device is slow, and its greeting does not reach the first one.
  call.cut(patient)
  const second = call.open('patient', { clockErrorMs: -3_600_000 })
  await call.pass(10_000)
  expect([second.state, doctor.state]).toEqual(['connected', 'connected'])
  call.connect(patient)
  await call.pass(40_000)
  expect(second.state).toBe('replaced')
  expect([patient.state, doctor.state]).toEqual(['connected', 'connected'])
})

test('resends an offer that got lost while the connection was good', async () => {
  const { patient, doctor } = await connectedCall()
  call.faults = EVERYTHING_LOST
  doctor.conversation.restart()
  await call.pass(1000)
  expect(call.openPeers.map(({ signalingState }) => signalingState)).toContain('have-local-offer')
  call.faults = NOTHING_LOST
  await call.pass(7000)
  expect(call.openPeers.map(({ signalingState }) => signalingState)).toEqual(['stable', 'stable'])
  expect([patient.state, doctor.state]).toEqual(['connected', 'connected'])
})

test('resends the media state when its message got lost before the connection', async () => {
  call = new SimulatedCall()
  const [patient, doctor] = [call.open('patient'), call.open('doctor')]
  await call.pass(370)
  call.faults = EVERYTHING_LOST
  patient.media = { ...patient.media, camera: false }
  await patient.conversation.replace('video', undefined)
  call.faults = NOTHING_LOST
  await call.pass(10_000)
  expect(doctor.other.media).toEqual(patient.media)
})

async function loseRelay(forMs: number) {
  call.network.isUp = false
  call.network.relayChanges++
  await call.pass(forMs)
  call.network.isUp = true
  call.network.relayChanges++
}

test('reconnects within three seconds after a relay outage of four seconds', async () => {
  const { patient, doctor } = await connectedCall()
  await loseRelay(4000)
  await call.pass(3000)
  expect([patient.state, doctor.state]).toEqual(['connected', 'connected'])
})

test('both sides send a key frame at once when they are reconnected', async () => {
  await connectedCall()
  const starts = () => call.openPeers.map((peer) => peer.getTransceivers().map(({ starts: times }) => times))
  expect(starts()).toEqual([
    [0, 0],
    [0, 0],
  ])
  await loseRelay(4000)
  await call.pass(3000)
  expect(starts()).toEqual([
    [0, 1],
    [0, 1],
  ])
})

test('reconnects within eight seconds after a relay outage of eight seconds', async () => {
  const { patient, doctor } = await connectedCall()
  await loseRelay(8000)
  await call.pass(8000)
  expect([patient.state, doctor.state]).toEqual(['connected', 'connected'])
})

test('does not restart the connection after a very short network outage', async () => {
  const { patient, doctor } = await connectedCall()
  const sent = [patient.sent, doctor.sent]
  call.network.isUp = false
  await call.pass(4500)
  call.network.isUp = true
  await call.pass(10_000)
  expect([patient.sent, doctor.sent]).toEqual(sent)
})

test('does not restart early when a connection is slow but still delivers data', async () => {
  const { patient, doctor } = await connectedCall()
  const sent = [patient.sent, doctor.sent]
  call.network.isSlow = true
  await call.pass(NOTICED_AFTER_MS + 1500)
  expect([patient.state, doctor.state]).toEqual(['interrupted', 'interrupted'])
  call.network.isSlow = false
  await call.pass(1000)
  expect([patient.state, doctor.state]).toEqual(['connected', 'connected'])
  // Each side resends its media state, as after every interruption, but nobody makes an offer.
  expect([patient.sent - (sent[0] ?? 0), doctor.sent - (sent[1] ?? 0)]).toEqual([1, 1])
})

test('reconnects by itself after minutes without a network', async () => {
  const { patient, doctor } = await connectedCall()
  call.network.isUp = false
  for (const page of [patient, doctor]) call.cut(page)
  await call.pass(180_000)
  expect([patient.state, doctor.state]).toEqual(['interrupted', 'interrupted'])
  call.network.isUp = true
  for (const page of [patient, doctor]) call.connect(page)
  await call.pass(30_000)
  expect([patient.state, doctor.state]).toEqual(['connected', 'connected'])
})
