// Turns the browser's statistics of a connection into one sample for each direction.
import type { LinkSample } from './quality.ts'

/** The fields that are read, of all kinds of records. The browser decides which of them there are. */
export interface StatsRecord {
  type: string
  id: string
  timestamp?: number
  kind?: string
  /** The stream that a report of the other side is about. */
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
  /** As `up`, from what the other side has reported since the report before: about sound it reports only every five seconds. */
  upNow: LinkSample
  /** Whether the other side has reported anything since. */
  hasReport: boolean
  /** Whether any sound or video has arrived since the report before. */
  hasArrived: boolean
  /** Whether a picture was shown before, and none since the report before. */
  isFrozen: boolean
}

/** Fewer packets than this between two reports say nothing about their loss. */
const MIN_PACKETS = 20

/** Reads one report after the other. What is counted since the beginning is compared with the report before. */
export class StatsReader {
  #before = new Map<string, StatsRecord>()

  read(records: Iterable<StatsRecord>): Samples {
    const all = new Map([...records].map((record) => [record.id, record]))
    const moved = (record: StatsRecord | undefined, field: Counted) => this.#growthOf(record, field) > 0
    const ofType = (type: string) => [...all.values()].filter((record) => record.type === type)
    // The last figures of a stream that has stopped stay in the report for ever.
    const inbound = ofType('inbound-rtp').filter((record) => moved(record, 'packetsReceived'))
    const reports = ofType('remote-inbound-rtp').filter(({ localId }) => !localId || moved(all.get(localId), 'packetsSent'))
    // It is checked again and again while it is in use, so on a slow connection it is mostly in progress.
    const pair = ofType('candidate-pair').find(({ nominated, state }) => nominated && (state === 'succeeded' || state === 'in-progress'))
    const isVideoSent = ofType('outbound-rtp').some((record) => record.kind === 'video' && moved(record, 'packetsSent'))
    const fresh = reports.filter(({ id, timestamp }) => timestamp === undefined || timestamp !== this.#before.get(id)?.timestamp)
    const roundTripMs = inMs(maxOf(reports, 'roundTripTime') ?? pair?.currentRoundTripTime)
    // Without video the browser's estimate says how much was needed, not how much there is.
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

  /** Zero in the first report. */
  #growthOf(record: StatsRecord | undefined, field: Counted) {
    const before = record && this.#before.get(record.id)
    return before ? Math.max(0, (record[field] ?? 0) - (before[field] ?? 0)) : 0
  }

  #lossOf(inbound: StatsRecord[]) {
    // A packet that comes late is first counted as lost and then no longer, so this may shrink too.
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
