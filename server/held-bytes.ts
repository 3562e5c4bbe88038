// Counts the memory that each network address uses: received bodies, and responses that are not read yet.
import type { EventEmitter } from 'node:events'
import { networkOf } from './client-address.ts'

/** Above this, an address gets no new response until it has read the earlier ones. */
export const MAX_HELD_BYTES = 100 * 1024 * 1024
/** A body exists in memory as bytes, as text and parsed. */
const BODY_WEIGHT = 4

/** A response that is being sent. */
interface Outgoing extends Pick<EventEmitter, 'once'> {
  readonly writableLength: number
}

export interface HeldBytes {
  isFull: (address: string) => boolean
  /** Counts the unsent bytes until they are sent or the connection is closed. */
  track: (address: string, outgoing: Outgoing) => void
  /** Counts a body that is being read until it is released. */
  body: (address: string) => { add: (bytes: number) => void; release: () => void }
}

interface Held {
  outgoing: Set<Outgoing>
  bodyBytes: number
}

export function createHeldBytes(maxBytes = MAX_HELD_BYTES): HeldBytes {
  const byNetwork = new Map<string, Held>()

  function heldFor(network: string) {
    const held = byNetwork.get(network) ?? { outgoing: new Set(), bodyBytes: 0 }
    byNetwork.set(network, held)
    return held
  }
  function forgetIfEmpty(network: string, { outgoing, bodyBytes }: Held) {
    if (outgoing.size === 0 && bodyBytes === 0) byNetwork.delete(network)
  }

  return {
    isFull(address) {
      const held = byNetwork.get(networkOf(address))
      if (!held) return false
      let bytes = held.bodyBytes
      for (const { writableLength } of held.outgoing) bytes += writableLength
      return bytes > maxBytes
    },
    track(address, outgoing) {
      const network = networkOf(address)
      const held = heldFor(network)
      held.outgoing.add(outgoing)
      outgoing.once('close', () => {
        held.outgoing.delete(outgoing)
        forgetIfEmpty(network, held)
      })
    },
    body: (address) => new BodyCount(networkOf(address), heldFor, forgetIfEmpty),
  }
}

/** Looks up the counters only when bytes arrive, because most requests have no body. */
class BodyCount {
  private own = 0
  private readonly network: string
  private readonly heldFor: (network: string) => Held
  private readonly forgetIfEmpty: (network: string, held: Held) => void

  constructor(network: string, heldFor: BodyCount['heldFor'], forgetIfEmpty: BodyCount['forgetIfEmpty']) {
    this.network = network
    this.heldFor = heldFor
    this.forgetIfEmpty = forgetIfEmpty
  }

  add(bytes: number) {
    this.own += bytes * BODY_WEIGHT
    this.heldFor(this.network).bodyBytes += bytes * BODY_WEIGHT
  }

  release() {
    if (this.own === 0) return
    const held = this.heldFor(this.network)
    held.bodyBytes -= this.own
    this.own = 0
    this.forgetIfEmpty(this.network, held)
  }
}
