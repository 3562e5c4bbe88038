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

test('counts what was lost since the last report', () => {
  const reader = new StatsReader()
  reader.read([inbound(1000, 500), pair])
  expect(reader.read([inbound(1090, 510), pair]).down).toEqual({ loss: 0.1, jitterMs: 10, roundTripMs: 50 })
  // Too few to say anything; late ones are counted as found again.
  expect(reader.read([inbound(1095, 505), pair]).down).toEqual({ jitterMs: 10, roundTripMs: 50 })
})

test('takes what the other side reports for the way there', () => {
  const reader = new StatsReader()
  const report = (sent: number) => [outbound('audio', sent), outbound('video', sent), reported('audio', 0.01), reported('video', 0.3), pair]
  reader.read(report(10))
  expect(reader.read(report(90)).up).toEqual({ loss: 0.3, jitterMs: 30, roundTripMs: 200, availableKbps: 500 })
})

test('forgets the last report about video that is no longer sent', () => {
  const reader = new StatsReader()
  const report = (sent: number) => [outbound('audio', sent), outbound('video', 50), reported('audio', 0), reported('video', 0.3), pair]
  reader.read(report(50))
  expect(reader.read(report(150)).up).toEqual({ loss: 0, jitterMs: 30, roundTripMs: 200 })
})

test('knows nothing from a first or an empty report', () => {
  expect(new StatsReader().read([])).toEqual({ down: {}, up: {} })
  expect(new StatsReader().read([inbound(1000, 500), reported('audio', 0.5), outbound('audio', 10)])).toEqual({ down: {}, up: {} })
})
