// Delivers the changes of the log in order, through a bounded queue that pauses reading when it is full.
import type { Logger } from 'pino'
import type { Changes } from './changes.ts'
import { roomCalled } from './channel.ts'
import type { Database } from './database.ts'
import { LIMITS } from './limits.ts'
import { codeOf } from './pools.ts'
import type { Message } from './protocol.ts'
import type { Rooms } from './rooms.ts'
import type { Change, Wal } from './wal.ts'

const MAX_WAITING = 2000
const MAX_WAITING_BYTES = 32_000_000
const MAX_BATCH = 200
const MAX_BATCH_BYTES = 2_000_000

export interface FeedOptions {
  database: Database
  changes: Changes
  rooms: Rooms
  log: Logger
  wal: Pick<Wal, 'isUp' | 'hold' | 'release'>
}

export function createFeed({ database, changes, rooms, log, wal }: FeedOptions) {
  let waiting: Change[] = []
  let bytes = 0
  let working: Promise<void> | undefined
  let isHolding = false
  const stopping = new AbortController()

  function take(change: Change) {
    if (stopping.signal.aborted || !isWanted(change)) return
    waiting.push(change)
    bytes += change.bytes
    if (!isHolding && (waiting.length >= MAX_WAITING || bytes >= MAX_WAITING_BYTES)) {
      isHolding = true
      wal.hold()
    }
    working ??= new Promise<void>((resolve) => setImmediate(resolve)).then(work)
  }

  const isWanted = (change: Change) => (isMessage(change) ? !rooms.isEmpty(roomOfMessage(change)) : changes.isWanted(change))

  async function work() {
    while (waiting.length && !stopping.signal.aborted) {
      const batch = nextBatch()
      await deliverOrLog(batch)
      if (isHolding && waiting.length < MAX_WAITING / 2 && bytes < MAX_WAITING_BYTES / 2) {
        isHolding = false
        wal.release()
      }
    }
    working = undefined
  }

  /** Takes the longest run of changes to one table, which keeps the order and shares the cost of a query. */
  function nextBatch() {
    const relation = waiting[0]?.relation
    let [count, size] = [0, 0]
    for (const change of waiting) {
      if (change.relation !== relation || count === MAX_BATCH || (count > 0 && size + change.bytes > MAX_BATCH_BYTES)) break
      count++
      size += change.bytes
    }
    const batch = waiting.slice(0, count)
    waiting = waiting.slice(count)
    bytes -= size
    return batch
  }

  async function deliver(batch: Change[]) {
    if (!batch[0] || !isMessage(batch[0])) return changes.deliver(batch)
    // Clients may query the database as soon as they receive a message, so the transaction must be visible first.
    await database.awaitVisible([...new Set(batch.map(({ transaction }) => transaction))])
    for (const change of batch) send(change)
  }

  function send(change: Change) {
    const message = messageOf(change)
    if (!message) return
    if (message.bytes.length > LIMITS.frameBytes) log.warn('a message of the database was too large and was not delivered')
    else rooms.broadcast(roomOfMessage(change), message)
  }

  async function deliverOrLog(batch: Change[]) {
    try {
      await deliver(batch)
    } catch (error) {
      if (stopping.signal.aborted) return
      log.error({ code: codeOf(error) }, 'changes could not be delivered')
      const [messages, rows] = [batch.filter(isMessage), batch.filter((change) => !isMessage(change))]
      changes.lose(rows)
      if (wal.isUp()) rooms.lose(new Set(messages.map(roomOfMessage)))
    }
  }

  return {
    take,
    async stop() {
      stopping.abort()
      await working
    },
  }
}

const isMessage = ({ relation: { schema, table } }: Change) => schema === 'realtime' && table === 'messages'
const roomOfMessage = ({ row }: Change) => roomCalled(row?.['topic'] ?? '', row?.['private'] === 't')

function messageOf({ row }: Change): Message | undefined {
  const { id, event, payload, binary_payload: binary } = row ?? {}
  if (event === undefined || event === null) return undefined
  const meta = id ? { id } : {}
  if (binary) return { event, encoding: 'binary', bytes: Buffer.from(binary.slice(2), 'hex'), ...meta }
  return payload ? { event, encoding: 'json', bytes: Buffer.from(payload), ...meta } : undefined
}
