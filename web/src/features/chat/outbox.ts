// Messages that are on their way. They outlive the panel that shows them: a failed one stays until it is sent or discarded.
import { AppError } from '../../lib/errors.ts'
import type { Message } from './message-pages.ts'

export interface Outgoing {
  id: string
  body: string
  /** When it was written. */
  created_at: string
  state: 'sending' | 'failed' | 'sent'
  /** Why it failed. */
  error?: unknown
}

type Send = (id: string, body: string) => Promise<Message>

const isUnreachable = (error: unknown) => error instanceof AppError && error.reason === 'unreachable'

export class Outbox {
  readonly #send: Send
  readonly #listeners = new Set<() => void>()
  #entries: Outgoing[] = []
  /** One after the other, so that they arrive in the order in which they were written. */
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

  /** Sets the one listener for messages that have arrived. */
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

  /** Sends again what could not reach the server. To be called when the connection is back. */
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
      // It is shown until the list has it.
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
