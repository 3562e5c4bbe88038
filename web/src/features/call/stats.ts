// Converts the browser's statistics of a connection into one sample per direction.
import type { LinkSample } from './quality.ts'

/** The fields that are read from any kind of record. Browsers fill different ones. */
export interface StatsRecord {
  type: string
  id: string
  timestamp?: number
  kind?: string
  /** The id of the stream that a report of the other side describes. */
  localId?: string
  bytesReceived?: number
  packetsReceived?: number
  packetsLost?: number
  packetsSent?: number
  framesDecoded?: number
  jitter?: number
  fractionLost?: number
  roundTripTime?: number
  nominated?: boolean
  state?: string
  currentRoundTripTime?: number
  availableOutgoingBitrate?: number
}

export interface Samples {
  down: LinkSample
  up: LinkSample
  /** Like `up`, but only from reports of the other side since the last read. It reports only every five seconds about sound. */
  upNow: LinkSample
  /** Whether the other side has reported anything since the last read. */
  hasReport: boolean
  /** Whether any sound or video has arrived since the last read. */
  hasArrived: boolean
  /** Whether frames were shown before, but none since the last read. */
  isFrozen: boolean
}

/** Fewer packets than this between two reads are too few for a loss rate. */
const MIN_PACKETS = 20

/** Reads successive reports. Cumulative counters are compared with those of the report before. */
export class StatsReader {
  #before = new Map<string, StatsRecord>()

  read(records: Iterable<StatsRecord>): Samples {
    const all = new Map([...records].map((record) => [record.id, record]))
    const moved = (record: StatsRecord | undefined, field: Counted) => this.#growthOf(record, field) > 0
    const ofType = (type: string) => [...all.values()].filter((record) => record.type === type)
    // A stopped stream keeps its last figures in the report for ever, so only moving counters are used.
    const inbound = ofType('inbound-rtp').filter((record) => moved(record, 'packetsReceived'))
    const reports = ofType('remote-inbound-rtp').filter(({ localId }) => !localId || moved(all.get(localId), 'packetsSent'))
    // The browser keeps checking the pair in use, so on a slow connection it is mostly in progress.
    const pair = ofType('candidate-pair').find(({ nominated, state }) => nominated && (state === 'succeeded' || state === 'in-progress'))
    const isVideoSent = ofType('outbound-rtp').some((record) => record.kind === 'video' && moved(record, 'packetsSent'))
    const fresh = reports.filter(({ id, timestamp }) => timestamp === undefined || timestamp !== this.#before.get(id)?.timestamp)
    const roundTripMs = inMs(maxOf(reports, 'roundTripTime') ?? pair?.currentRoundTripTime)
    // Without video, the browser's estimate reflects the bandwidth that was needed, not the available one.
    const availableKbps = isVideoSent && pair?.availableOutgoingBitrate ? pair.availableOutgoingBitrate / 1000 : undefined
    const upOf = (those: StatsRecord[], roundTrip: number | undefined) =>
      defined({ loss: maxOf(those, 'fractionLost'), jitterMs: inMs(maxOf(those, 'jitter')), roundTripMs: roundTrip, availableKbps })
    const shown = ofType('inbound-rtp').filter(({ id, framesDecoded }) => framesDecoded && this.#before.has(id))
    const samples: Samples = {
      hasArrived: inbound.length > 0,
      isFrozen: shown.length > 0 && !shown.some((record) => moved(record, 'framesDecoded')),
      down: defined({ loss: this.#lossOf(inbound), jitterMs: inMs(maxOf(inbound, 'jitter')), roundTripMs }),
      up: upOf(reports, roundTripMs),
      upNow: upOf(fresh, inMs(maxOf(fresh, 'roundTripTime'))),
      hasReport: fresh.length > 0,
    }
    this.#before = all
    return samples
  }

  /** The growth of a counter since the last report. Zero in the first report. */
  #growthOf(record: StatsRecord | undefined, field: Counted) {
    const before = record && this.#before.get(record.id)
    return before ? Math.max(0, (record[field] ?? 0) - (before[field] ?? 0)) : 0
  }

  #lossOf(inbound: StatsRecord[]) {
    // This counter may also shrink, because a late packet is first counted as lost and then no longer.
    const lost = inbound.reduce((sum, record) => sum + this.#growthOf(record, 'packetsLost'), 0)
    const arrived = inbound.reduce((sum, record) => sum + this.#growthOf(record, 'packetsReceived'), 0)
    return lost + arrived < MIN_PACKETS ? undefined : lost / (lost + arrived)
  }
}

type Counted = 'packetsReceived' | 'packetsLost' | 'packetsSent' | 'framesDecoded'
type Measured = 'jitter' | 'roundTripTime' | 'fractionLost'

function maxOf(records: StatsRecord[], field: Measured) {
  const values = records.flatMap((record) => record[field] ?? [])
  return values.length > 0 ? Math.max(...values) : undefined
}

const inMs = (seconds: number | undefined) => (seconds === undefined ? undefined : seconds * 1000)

const defined = (sample: { [Each in keyof LinkSample]: LinkSample[Each] | undefined }): LinkSample =>
  Object.fromEntries(Object.entries(sample).filter(([, value]) => value !== undefined))
