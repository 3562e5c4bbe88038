// Rights to read and write on a topic: everything on public topics, and what the policies allow on private ones.
import type { Logger } from 'pino'
import type { Identity } from '../identity.ts'
import { echoed } from '../request-limits.ts'
import type { Channel, JoinConfig } from './channel.ts'
import type { Database, Extension } from './database.ts'
import { JoinError } from './join-error.ts'
import { codeOf, isUnanswered } from './pools.ts'

export type Rights = ReturnType<typeof createRights>

export function createRights({ database, log }: { database: Database; log: Logger }) {
  return {
    /** Throws a JoinError if nothing may be read. */
    async readable(identity: Identity, name: string, { isPrivate, wantsPresence }: JoinConfig): Promise<Set<Extension>> {
      if (!isPrivate) return new Set(['broadcast', 'presence'])
      const asked: Extension[] = wantsPresence ? ['broadcast', 'presence'] : ['broadcast']
      const readable = await database.readable(name, identity, asked).catch((error: unknown) => {
        // Clients that are told "unauthorized" give up. If the database did not answer, they should retry.
        if (isUnanswered(error)) throw error
        log.warn({ code: codeOf(error) }, 'a policy on realtime.messages failed; nobody is let in by it')
        return new Set<Extension>()
      })
      if (!readable.size) throw new JoinError(`Unauthorized: You do not have permissions to read from this Channel topic: ${echoed(name)}`)
      return readable
    },

    /** The result is cached until the rights are rechecked or a new token arrives. */
    async mayWrite(channel: Channel, extension: Extension) {
      if (!channel.config.isPrivate) return true
      const known = channel.writable.get(extension)
      if (known !== undefined) return known
      const writable = (await database.writable(channel.name, channel.identity, [extension])).has(extension)
      channel.writable.set(extension, writable)
      return writable
    },

    /** A client that joined without presence but tracks itself also receives the presence of others, if it may read it. */
    async addPresence(channel: Channel) {
      if (channel.config.wantsPresence || !channel.config.isPrivate) return
      channel.config.wantsPresence = true
      for (const extension of await database.readable(channel.name, channel.identity, ['presence'])) channel.readable.add(extension)
    },
  }
}
