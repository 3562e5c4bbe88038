// One story for each thing that can go wrong on the line between two pages of a call.
import { afterEach, expect, test } from 'vitest'
import { SimulatedCall } from './testing-call.ts'

const EVERYTHING_LOST = { loss: 1, duplication: 0, maxDelayMs: 0 }
const NOTHING_LOST = { loss: 0, duplication: 0, maxDelayMs: 0 }
/** Of the stand-in for the network, as in browsers. */
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

test('connects although the first greetings of both got lost', async () => {
  call = new SimulatedCall()
  call.faults = EVERYTHING_LOST
  const [patient, doctor] = [call.open('patient'), call.open('doctor')]
  await call.pass(1000)
  call.faults = NOTHING_LOST
  await call.pass(6000)
  expect([patient.state, doctor.state]).toEqual(['connected', 'connected'])
})

test('repeats the greeting less and less often while nobody else is there', async () => {
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

test('shows at once that the other one has left, and connects again when they return', async () => {
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

test('shows an interruption within seconds after the other browser dies', async () => {
  const { patient, doctor } = await connectedCall()
  call.crash(doctor)
  await call.pass(NOTICED_AFTER_MS)
  expect(patient.state).toBe('interrupted')
  await call.pass(600_000)
  expect(patient.sent).toBeLessThan(200)
})

test('still shows the interruption while the browser tries to connect again', async () => {
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
  // The greeting goes over the slow line, the good-bye by a request of its own.
  call.delayNextMs = 2000
  await call.pass(400)
  call.leave(patient, 'endAtOnce')
  await call.pass(5000)
  expect(doctor.state).toBe('waiting')
  expect(call.openPeers).toHaveLength(0)
})

test('goes on when a greeting of a page that has crashed arrives late, although that page seems to have entered later', async () => {
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

test('gives way at once to a page that was opened later, connected or not', async () => {
  const { patient, doctor } = await connectedCall()
  const second = call.open('doctor')
  await call.pass(1000)
  expect(doctor.state).toBe('replaced')
  const third = call.open('doctor')
  await call.pass(1000)
  expect([patient.state, second.state, third.state]).toEqual(['connected', 'replaced', 'connected'])
})

test('goes back to an older page when the page that took over has given way to it', async () => {
  const { patient, doctor } = await connectedCall()
  // The clock of the second device is behind, and its greeting does not reach the first one.
  call.cut(patient)
  const second = call.open('patient', { clockErrorMs: -3_600_000 })
  await call.pass(10_000)
  expect([second.state, doctor.state]).toEqual(['connected', 'connected'])
  call.connect(patient)
  await call.pass(40_000)
  expect(second.state).toBe('replaced')
  expect([patient.state, doctor.state]).toEqual(['connected', 'connected'])
})

test('repeats an offer that got lost while the connection was still good', async () => {
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

test('tells the other what is switched on when a message about it got lost before the two were connected', async () => {
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

test('comes back within three seconds after the relay was gone for four', async () => {
  const { patient, doctor } = await connectedCall()
  await loseRelay(4000)
  await call.pass(3000)
  expect([patient.state, doctor.state]).toEqual(['connected', 'connected'])
})

test('both send a whole picture at once when they are connected again', async () => {
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

test('comes back within eight seconds after the relay was gone for eight', async () => {
  const { patient, doctor } = await connectedCall()
  await loseRelay(8000)
  await call.pass(8000)
  expect([patient.state, doctor.state]).toEqual(['connected', 'connected'])
})

test('restarts nothing when the network was away for a moment', async () => {
  const { patient, doctor } = await connectedCall()
  const sent = [patient.sent, doctor.sent]
  call.network.isUp = false
  await call.pass(4500)
  call.network.isUp = true
  await call.pass(10_000)
  expect([patient.sent, doctor.sent]).toEqual(sent)
})

test('does not hurry to restart a connection that is slow but brings something', async () => {
  const { patient, doctor } = await connectedCall()
  const sent = [patient.sent, doctor.sent]
  call.network.isSlow = true
  await call.pass(NOTICED_AFTER_MS + 1500)
  expect([patient.state, doctor.state]).toEqual(['interrupted', 'interrupted'])
  call.network.isSlow = false
  await call.pass(1000)
  expect([patient.state, doctor.state]).toEqual(['connected', 'connected'])
  // Each tells the other what it shows, as after every interruption; nobody has made an offer.
  expect([patient.sent - (sent[0] ?? 0), doctor.sent - (sent[1] ?? 0)]).toEqual([1, 1])
})

test('comes back by itself after the network was away for minutes', async () => {
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
