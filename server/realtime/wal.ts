// Reads the write-ahead log through a temporary slot, which PostgreSQL drops when this process or its connection ends.
import { randomBytes } from 'node:crypto'
import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { createReader, type RowChange } from './pgoutput.ts'
import { SESSION_OPTIONS } from './session.ts'

export type Change = RowChange & { transaction: number; committedAt: string }

export interface Wal {
  isUp: () => boolean
  /** Called with every change, in log order. */
  onChange: (listener: (change: Change) => void) => void
  /** Called when reading begins or ends. Changes during an interruption are not delivered later. */
  onState: (listener: (isUp: boolean, reason: unknown) => void) => void
  /** Begins reading. Listeners that are added later may miss changes. */
  start: () => void
  /** Pauses reading until released. PostgreSQL retains the changes meanwhile. */
  hold: () => void
  release: () => void
  /** Closes a connection that is on hold, because a stopping PostgreSQL would wait for its reader. */
  giveUp: () => void
  stop: () => Promise<void>
}

export interface WalOptions {
  url: string
  publications: string[]
}

// The streaming part of `pg`, which it does not export; see docs/decisions/0030.
interface Connection extends NodeJS.EventEmitter {
  stream: Socket
  sendCopyFromChunk: (chunk: Buffer) => void
  end: () => void
}

const PAUSES_MS = [100, 250, 500, 1000, 2000]
const STATUS_INTERVAL_MS = 10_000
const CLOSE_TIMEOUT_MS = 2000

export function createWal({ url, publications }: WalOptions): Wal {
  const changeListeners: ((change: Change) => void)[] = []
  const stateListeners: ((isUp: boolean, reason: unknown) => void)[] = []
  let isUp = false
  let isHeld = false
  let current: { connection: Connection; part: () => Promise<void> } | undefined
  const stopping = new AbortController()

  function announce(change: Change) {
    for (const listener of changeListeners) listener(change)
  }

  function setState(up: boolean, reason?: unknown) {
    isUp = up
    for (const listener of stateListeners) listener(up, reason)
  }

  async function read() {
    const client = new pg.Client({
      connectionString: url,
      replication: 'database',
      application_name: 'realtime log',
      keepAlive: true,
      options: SESSION_OPTIONS,
    } as pg.ClientConfig)
    const { connection } = client as unknown as { connection: Connection }
    const lost = new Promise<never>((_, reject) => {
      client.on('error', reject)
      client.on('end', () => reject(new Error('the connection ended')))
    })
    lost.catch(() => {})
    current = { connection, part: () => part(connection) }
    const standby = createStandby(connection)
    try {
      await client.connect()
      const slot = `realtime_${process.pid}_${randomBytes(6).toString('hex')}`
      await client.query(`CREATE_REPLICATION_SLOT "${slot}" TEMPORARY LOGICAL pgoutput NOEXPORT_SNAPSHOT`)
      const readMessage = createReader()
      let begun = { transaction: 0, committedAt: '' }
      connection.on('copyData', ({ chunk }: { chunk: Buffer }) => {
        try {
          const data = standby.receive(chunk)
          const message = data && readMessage(data)
          if (!message) return
          if (message.type === 'BEGIN') begun = { transaction: message.transaction, committedAt: message.committedAt.toISOString() }
          else announce({ ...message, ...begun })
        } catch (error) {
          connection.stream.destroy()
          connection.emit('error', error)
        }
      })
      connection.once('replicationStart', () => {
        if (isHeld) connection.stream.pause()
        setState(true)
      })
      const names = publications.map((name) => `"${name}"`).join(',')
      await Promise.race([
        client.query(`START_REPLICATION SLOT "${slot}" LOGICAL 0/0 (proto_version '1', publication_names '${names}')`),
        lost,
      ])
    } finally {
      standby.stop()
      await part(connection)
    }
  }

  async function run() {
    for (let failures = 0; !stopping.signal.aborted; failures++) {
      const reason = await read().then(
        () => new Error('the stream ended'),
        (error: unknown) => error,
      )
      if (stopping.signal.aborted) return
      if (isUp) failures = 0
      if (isUp || failures === 0) setState(false, reason)
      await wait(PAUSES_MS[Math.min(failures, PAUSES_MS.length - 1)], undefined, { signal: stopping.signal }).catch(() => {})
    }
  }
  let running: Promise<void> | undefined

  return {
    isUp: () => isUp,
    onChange: (listener) => void changeListeners.push(listener),
    onState: (listener) => void stateListeners.push(listener),
    start() {
      running ??= run()
    },
    hold() {
      isHeld = true
      current?.connection.stream.pause()
    },
    release() {
      isHeld = false
      current?.connection.stream.resume()
    },
    giveUp() {
      if (isHeld) current?.connection.stream.destroy()
    },
    async stop() {
      stopping.abort()
      await current?.part()
      await running
    },
  }
}

// PostgreSQL closes the connection after dropping the slot. Only then can the database be dropped or stopped.
function part(connection: Connection) {
  if (connection.stream.destroyed) return Promise.resolve()
  return new Promise<void>((resolve) => {
    const timer = setTimeout(() => connection.stream.destroy(), CLOSE_TIMEOUT_MS)
    connection.stream.once('close', () => {
      clearTimeout(timer)
      resolve()
    })
    connection.stream.resume()
    connection.end()
  })
}

// Confirms the read position of the log. It must be exact, because a stopping PostgreSQL waits until everything it sent is confirmed.
function createStandby(connection: Connection) {
  let position = 0n
  const confirm = () => {
    if (position === 0n || connection.stream.destroyed) return
    const status = Buffer.alloc(34)
    status.write('r', 0)
    for (const at of [1, 9, 17]) status.writeBigUInt64BE(position, at)
    status.writeBigInt64BE((BigInt(Date.now()) - 946_684_800_000n) * 1000n, 25)
    connection.sendCopyFromChunk(status)
  }
  // Also runs while reading is on hold, or PostgreSQL would drop the connection.
  const timer = setInterval(confirm, STATUS_INTERVAL_MS)
  return {
    stop: () => clearInterval(timer),
    /** Returns the pgoutput message, or undefined for a keepalive. */
    receive(chunk: Buffer) {
      const isSignOfLife = chunk[0] === 0x6b
      const told = chunk.readBigUInt64BE(isSignOfLife ? 1 : 9)
      if (told > position) position = told
      if (!isSignOfLife) return chunk.subarray(25)
      if (chunk[17] === 1) confirm()
      return undefined
    },
  }
}
