import { expect, test } from 'vitest'
import { StatsReader, type StatsRecord } from './stats.ts'

const inbound = (packetsReceived: number, packetsLost: number, jitter = 0.01): StatsRecord => ({
  type: 'inbound-rtp',
  id: 'in',
  kind: 'audio',
  packetsReceived,
  packetsLost,
  jitter,
})
const outbound = (kind: string, packetsSent: number): StatsRecord => ({ type: 'outbound-rtp', id: `out-${kind}`, kind, packetsSent })
const reported = (kind: string, fractionLost: number): StatsRecord => ({
  type: 'remote-inbound-rtp',
  id: `remote-${kind}`,
  kind,
  localId: `out-${kind}`,
  fractionLost,
  roundTripTime: 0.2,
  jitter: 0.03,
})
const pair: StatsRecord = {
  type: 'candidate-pair',
  id: 'pair',
  nominated: true,
  state: 'succeeded',
  currentRoundTripTime: 0.05,
  availableOutgoingBitrate: 500_000,
}

test('counts the packets lost since the last report', () => {
  const reader = new StatsReader()
  reader.read([inbound(1000, 500), pair])
  expect(reader.read([inbound(1090, 510), pair]).down).toEqual({ loss: 0.1, jitterMs: 10, roundTripMs: 50 })
  // Too few packets for a loss rate. Late packets reduce the number of lost ones.
  expect(reader.read([inbound(1095, 505), pair]).down).toEqual({ jitterMs: 10, roundTripMs: 50 })
})

test('takes the upload sample from the other side’s reports', () => {
  const reader = new StatsReader()
  const report = (sent: number) => [outbound('audio', sent), outbound('video', sent), reported('audio', 0.01), reported('video', 0.3), pair]
  reader.read(report(10))
  expect(reader.read(report(90)).up).toEqual({ loss: 0.3, jitterMs: 30, roundTripMs: 200, availableKbps: 500 })
})

test('distinguishes new reports of the other side from old ones', () => {
  const reader = new StatsReader()
  const report = (sent: number, timestamp: number) => [
    ...['audio', 'video'].map((kind) => outbound(kind, sent)),
    { ...reported('audio', 0), roundTripTime: 6, timestamp: 1 },
    { ...reported('video', 0.01), timestamp },
  ]
  reader.read(report(10, 1))
  const { up, upNow } = reader.read(report(90, 2))
  expect(up).toEqual({ loss: 0.01, jitterMs: 30, roundTripMs: 6000 })
  expect(upNow).toEqual({ loss: 0.01, jitterMs: 30, roundTripMs: 200 })
  expect(reader.read(report(170, 2)).upNow).toEqual({})
})

test('ignores the last report about video that is no longer sent', () => {
  const reader = new StatsReader()
  const report = (sent: number) => [outbound('audio', sent), outbound('video', 50), reported('audio', 0), reported('video', 0.3), pair]
  reader.read(report(50))
  expect(reader.read(report(150)).up).toEqual({ loss: 0, jitterMs: 30, roundTripMs: 200 })
})

const UNKNOWN = { down: {}, up: {}, upNow: {}, hasArrived: false, hasReport: false, isFrozen: false }

test('returns empty samples for a first or an empty report', () => {
  expect(new StatsReader().read([])).toEqual(UNKNOWN)
  const first = [{ ...inbound(1000, 500), framesDecoded: 90 }, reported('audio', 0.5), outbound('audio', 10)]
  expect(new StatsReader().read(first)).toEqual(UNKNOWN)
})

test('reads the bandwidth of a candidate pair that is in progress, as on a slow connection', () => {
  const reader = new StatsReader()
  const report = (sent: number) => [outbound('video', sent), { ...pair, state: 'in-progress', availableOutgoingBitrate: 84_400 }]
  reader.read(report(10))
  expect(reader.read(report(20)).up).toEqual({ roundTripMs: 50, availableKbps: 84.4 })
})

test('detects a frozen picture while packets arrive, and that nothing arrives at all', () => {
  const reader = new StatsReader()
  const report = (packets: number, framesDecoded: number) => [{ ...inbound(packets, 0), kind: 'video', framesDecoded }]
  const read = (packets: number, frames: number) => {
    const { hasArrived, isFrozen } = reader.read(report(packets, frames))
    return { hasArrived, isFrozen }
  }
  read(0, 0)
  expect(read(3, 0)).toEqual({ hasArrived: true, isFrozen: false })
  expect(read(30, 12)).toEqual({ hasArrived: true, isFrozen: false })
  expect(read(34, 12)).toEqual({ hasArrived: true, isFrozen: true })
  expect(read(34, 12)).toEqual({ hasArrived: false, isFrozen: true })
})
