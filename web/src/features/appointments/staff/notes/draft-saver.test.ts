import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createDraftSaver, type DraftStatus, type SavedDraft } from './draft-saver.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** A saver with a fake store that answers as the database does. */
function setUp({ text = '', seen = null as string | null } = {}) {
  const store = { text, updatedAt: seen, requests: [] as string[], fault: undefined as Error | undefined, saves: 0 }
  const heard = { statuses: [] as DraftStatus[], replaced: [] as string[], last: [] as string[] }
  const put = (next: string) => {
    store.text = next
    store.updatedAt = `v${++store.saves}`
  }
  const save = async (next: string, known: string | null): Promise<SavedDraft> => {
    store.requests.push(next)
    await new Promise((resolve) => setTimeout(resolve, 100))
    if (store.fault) throw store.fault
    const replaced = store.updatedAt !== known && store.text !== next ? store.text : null
    put(next)
    return { updated_at: store.updatedAt, replaced }
  }
  const saver = createDraftSaver({
    text,
    seen,
    save,
    saveLast: (next) => heard.last.push(next),
    canRetry: (error) => error instanceof TypeError,
    onStatus: (status) => heard.statuses.push(status),
    onReplaced: (lost) => heard.replaced.push(lost),
    onSaved: () => {},
  })
  return { saver, store, heard, put }
}

test('saves once, a second after typing stops', async () => {
  const { saver, store, heard } = setUp()
  for (const text of ['B', 'Bo', 'Bol']) {
    saver.change(text)
    await vi.advanceTimersByTimeAsync(300)
  }
  expect(store.requests).toEqual([])
  await vi.advanceTimersByTimeAsync(800)
  expect(store.requests).toEqual(['Bol'])
  expect(heard.statuses.at(-1)).toBe('saved')
  expect(saver.isClean()).toBe(true)
})

test('saves every five seconds during continuous typing', async () => {
  const { saver, store } = setUp()
  for (let count = 1; count <= 60; count++) {
    saver.change('x'.repeat(count))
    await vi.advanceTimersByTimeAsync(200)
  }
  expect(store.requests.length).toBeGreaterThanOrEqual(2)
  expect(store.requests.length).toBeLessThanOrEqual(3)
})

test('sends one request at a time, then the text typed meanwhile', async () => {
  const { saver, store } = setUp()
  saver.change('one')
  await vi.advanceTimersByTimeAsync(1050)
  saver.change('two')
  expect(store.requests).toEqual(['one'])
  await vi.advanceTimersByTimeAsync(2000)
  expect(store.requests).toEqual(['one', 'two'])
  expect(store.text).toBe('two')
})

test('sends nothing when the text equals the stored one again', async () => {
  const { saver, store, heard } = setUp({ text: 'Dinlenin' })
  saver.change('Dinlenin!')
  saver.change('Dinlenin')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(store.requests).toEqual([])
  expect(heard.statuses.at(-1)).toBe('saved')
})

test('retries after a lost connection, and reports the failure meanwhile', async () => {
  const { saver, store, heard } = setUp()
  store.fault = new TypeError('Failed to fetch')
  saver.change('Bol su')
  await vi.advanceTimersByTimeAsync(1100)
  expect(heard.statuses.at(-1)).toBe('failed')
  store.fault = undefined
  await vi.advanceTimersByTimeAsync(2200)
  expect(heard.statuses.at(-1)).toBe('saved')
  expect(store.text).toBe('Bol su')
})

test('does not retry when the database refused the draft', async () => {
  const { saver, store } = setUp()
  store.fault = new Error('42501')
  saver.change('Bol su')
  await vi.advanceTimersByTimeAsync(120_000)
  expect(store.requests).toHaveLength(1)
})

test('reports when it has replaced the draft of another tab', async () => {
  const { saver, heard, put } = setUp()
  saver.change('mine')
  await vi.advanceTimersByTimeAsync(1200)
  put('theirs')
  saver.change('mine, longer')
  await vi.advanceTimersByTimeAsync(1200)
  expect(heard.replaced).toEqual(['theirs'])
})

test('does not mistake its own text for another tab’s when a response was lost', async () => {
  const { saver, store, heard, put } = setUp()
  store.fault = new TypeError('Failed to fetch')
  saver.change('mine')
  await vi.advanceTimersByTimeAsync(1100)
  // The request had arrived, only its response was lost.
  put('mine')
  store.fault = undefined
  saver.change('mine, longer')
  await vi.advanceTimersByTimeAsync(1200)
  expect(store.text).toBe('mine, longer')
  expect(heard.replaced).toEqual([])
})

test('sends the last text when the page closes, unless it is already stored', async () => {
  const { saver, heard } = setUp()
  saver.leave()
  expect(heard.last).toEqual([])
  saver.change('Bol su')
  saver.leave()
  expect(heard.last).toEqual(['Bol su'])
  await vi.advanceTimersByTimeAsync(1050)
  // Leaving sends the text again, because closing the page may abort the running request.
  saver.leave()
  expect(heard.last).toEqual(['Bol su', 'Bol su'])
})

test('pauses for the running request before the note is saved, and keeps text typed meanwhile', async () => {
  const { saver, store } = setUp()
  saver.change('note')
  await vi.advanceTimersByTimeAsync(1050)
  let isPaused = false
  const pause = async () => {
    await saver.pause()
    isPaused = true
  }
  void pause()
  await vi.advanceTimersByTimeAsync(10)
  expect(isPaused).toBe(false)
  await vi.advanceTimersByTimeAsync(100)
  expect(isPaused).toBe(true)
  saver.change('note and more')
  saver.noteSaved('note')
  await vi.advanceTimersByTimeAsync(1200)
  expect(store.requests).toEqual(['note', 'note and more'])
})

test('resends the text when its stored draft was removed elsewhere', async () => {
  const { saver, store } = setUp()
  saver.change('mine')
  await vi.advanceTimersByTimeAsync(1200)
  store.text = ''
  store.updatedAt = null
  saver.resend(null)
  expect(saver.isClean()).toBe(false)
  await vi.advanceTimersByTimeAsync(200)
  expect(store.text).toBe('mine')
  expect(saver.isClean()).toBe(true)
})
