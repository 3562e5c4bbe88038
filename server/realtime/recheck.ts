// Rechecks rights on private topics while channels are open, and closes those that lost them.
import type { Logger } from 'pino'
import type { Channel } from './channel.ts'
import type { Database, Extension } from './database.ts'
import { LIMITS } from './limits.ts'
import { codeOf, isUnanswered } from './pools.ts'

export interface RecheckOptions {
  database: Database
  open: Set<Channel>
  close: (channel: Channel, why: string) => void
  log: Logger
}

export function createRecheck({ database, open, close, log }: RecheckOptions) {
  let due: Channel[] = []

  /** Returns false if the database did not answer. */
  async function askAgain({ name, identity, readable }: Channel, group: Channel[]) {
    const held = [...readable]
    const identities = group.map((channel) => channel.identity)
    const still = await database.stillReadable(name, identity, held).catch((error: unknown) => {
      if (isUnanswered(error)) return undefined
      log.warn({ code: codeOf(error) }, 'a policy on realtime.messages failed; nobody stays by it')
      return new Set<Extension>()
    })
    if (!still) return false
    for (const [n, channel] of group.entries()) {
      if (channel.identity !== identities[n]) continue
      channel.writable = new Map()
      if (!held.every((extension) => still.has(extension))) close(channel, noLongerReadable(name))
    }
    return true
  }

  /** Checks each person once per topic and a limited number per run, so that many channels do not make a run long. */
  return async () => {
    if (!due.length) due = [...open].filter(({ config }) => config.isPrivate)
    const groups = Map.groupBy(due, ({ name, identity, readable }) => JSON.stringify([name, identity.claims, [...readable]]))
    due = []
    let left: number = LIMITS.rightsPerCheck
    for (const group of groups.values()) {
      const present = group.filter(({ isOpen }) => isOpen)
      const [first] = present
      if (left-- <= 0) due.push(...present)
      // If the database does not answer, the run ends.
      else if (first && !(await askAgain(first, present))) left = 0
    }
  }
}

export const noLongerReadable = (name: string) => `You no longer have permission to read from this Channel topic: ${name}`
