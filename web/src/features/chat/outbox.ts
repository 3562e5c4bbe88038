// Messages that are being sent. They outlive the panel that shows them: a failed message stays until it is sent or discarded.
import { AppError } from '../../lib/errors.ts'
import type { Message } from './message-pages.ts'

export interface Outgoing {
  id: string
  body: string
  /** When the user wrote the message. */
  created_at: string
  state: 'sending' | 'failed' | 'sent'
  /** Why sending failed. */
  error?: unknown
}

type Send = (id: string, body: string) => Promise<Message>

const isUnreachable = (error: unknown) => error instanceof AppError && error.reason === 'unreachable'

export class Outbox {
  readonly #send: Send
  readonly #listeners = new Set<() => void>()
  #entries: Outgoing[] = []
  /** Settles after the last queued message. Messages are sent one at a time, so that they arrive in order. */
  #last: Promise<void> = Promise.resolve()
  #onSent: (message: Message) => void = () => {}

  constructor(send: Send) {
    this.#send = send
  }

  subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  list = (): readonly Outgoing[] => this.#entries

  hasUnsent = () => this.#entries.some(({ state }) => state !== 'sent')

  /** Sets the only listener for delivered messages. */
  onSent(listener: (message: Message) => void) {
    this.#onSent = listener
  }

  add(body: string) {
    const entry: Outgoing = { id: crypto.randomUUID(), body, created_at: new Date().toISOString(), state: 'sending' }
    this.#set([...this.#entries.filter(({ state }) => state !== 'sent'), entry])
    this.#enqueue(entry)
  }

  retry(id: string) {
    const entry = this.#entries.find((each) => each.id === id && each.state === 'failed')
    if (!entry) return
    this.#change(id, { state: 'sending' })
    this.#enqueue(entry)
  }

  /** Retries the messages that could not reach the server. Call it when the connection is back. */
  resume() {
    for (const { id, state, error } of this.#entries) if (state === 'failed' && isUnreachable(error)) this.retry(id)
  }

  discard(id: string) {
    this.#set(this.#entries.filter((each) => each.id !== id))
  }

  clear() {
    this.#set([])
  }

  #enqueue(entry: Outgoing) {
    this.#last = this.#deliver(entry, this.#last)
  }

  async #deliver({ id, body }: Outgoing, before: Promise<void>) {
    await before
    try {
      const message = await this.#send(id, body)
      this.#onSent(message)
      // The entry stays visible until the message list contains the message.
      this.#change(id, { state: 'sent' })
    } catch (error) {
      this.#change(id, { state: 'failed', error })
    }
  }

  #change(id: string, change: Partial<Outgoing>) {
    this.#set(this.#entries.map((each) => (each.id === id ? { ...each, ...change } : each)))
  }

  #set(entries: Outgoing[]) {
    this.#entries = entries
    this.#notify()
  }

  #notify() {
    for (const listener of this.#listeners) listener()
  }
}
