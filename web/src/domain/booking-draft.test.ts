import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type BookingDraft, forgetDraft, readDraft, SOMEBODY, saveDraft } from './booking-draft.ts'

const DRAFT: BookingDraft = {
  doctorId: '0b6e8d1c-6a0f-4a57-9c57-2d2b0f4f7a11',
  day: '2026-11-20',
  time: '10:00',
  complaint: 'headache',
}
const kept = new Map<string, string>()

beforeEach(() => {
  kept.clear()
  vi.useFakeTimers({ now: new Date('2026-11-15T10:00:00Z') })
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a draft is read as it was saved, until it is forgotten', () => {
  saveDraft(DRAFT, undefined)
  expect(readDraft(undefined)).toEqual(DRAFT)
  forgetDraft()
  expect(readDraft(undefined)).toBeUndefined()
  expect(kept.size).toBe(0)
})

test('a visitor’s draft belongs to the next person who signs in', () => {
  saveDraft(DRAFT, undefined)
  expect(readDraft('somebody')).toEqual(DRAFT)
})

test('a signed-in person’s draft is deleted as soon as somebody else who is signed in opens the page', () => {
  saveDraft(DRAFT, 'first')
  expect(readDraft('first')).toEqual(DRAFT)
  expect(readDraft('second')).toBeUndefined()
  expect(kept.size).toBe(0)
})

test('after a session has ended, the same person finds their draft again, and nobody else reads it', () => {
  saveDraft(DRAFT, 'first')
  expect(readDraft(undefined)).toBeUndefined()
  expect(readDraft('first')).toEqual(DRAFT)
})

test('after 24 hours a draft is deleted', () => {
  saveDraft(DRAFT, undefined)
  vi.advanceTimersByTime(24 * 60 * 60 * 1000 - 1)
  expect(readDraft(undefined)).toEqual(DRAFT)
  vi.advanceTimersByTime(1)
  expect(readDraft(undefined)).toBeUndefined()
  expect(kept.size).toBe(0)
})

test('a draft from the future is not trusted', () => {
  saveDraft(DRAFT, undefined)
  vi.setSystemTime(new Date('2026-11-14T10:00:00Z'))
  expect(readDraft(undefined)).toBeUndefined()
})

test('an empty draft leaves no entry', () => {
  saveDraft(DRAFT, undefined)
  saveDraft({ doctorId: undefined, day: undefined, time: undefined, complaint: '' }, undefined)
  expect(kept.size).toBe(0)
})

test.each(['', 'null', '[]', '"x"', '{', '{"at":"x"}'])('an invalid entry (%s) is ignored', (entry) => {
  kept.set('booking-draft', entry)
  expect(readDraft(undefined)).toBeUndefined()
})

test('invalid parts of an entry are left out', () => {
  kept.set('booking-draft', JSON.stringify({ doctorId: '../x', day: '2026-99-99', time: '25:00', complaint: 7, at: Date.now() }))
  expect(readDraft(undefined)).toEqual({ doctorId: undefined, day: undefined, time: undefined, complaint: '' })
  kept.set('booking-draft', JSON.stringify({ complaint: 'x'.repeat(5000), at: Date.now() }))
  expect(readDraft(undefined)?.complaint).toHaveLength(2000)
})

test('without storage nothing is kept and nothing fails', () => {
  vi.stubGlobal('localStorage', undefined)
  saveDraft(DRAFT, undefined)
  expect(readDraft(undefined)).toBeUndefined()
})

test('the draft keeps whom the appointment is for, if that is an id or `somebody`', () => {
  const person = '7f2c1c7e-43a5-4f3e-9a53-0a3c7a1d2b10'
  for (const forWhom of [SOMEBODY, person]) {
    saveDraft({ ...DRAFT, forWhom }, 'first')
    expect(readDraft('first')).toEqual({ ...DRAFT, forWhom })
  }
  saveDraft({ ...DRAFT, forWhom: 'everybody' }, 'first')
  expect(readDraft('first')).toEqual(DRAFT)
})
