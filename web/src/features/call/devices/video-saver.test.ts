import { expect, test } from 'vitest'
import type { Quality } from '../quality.ts'
import { KEEP_AFTER_BUTTON_MS, PAUSE_AFTER_MS, RESUME_AFTER_MS, VideoSaver } from './video-saver.ts'

const EVERY_MS = 2000

/** A saver with a fake clock that observes the quality every two seconds. */
function observed() {
  const saver = new VideoSaver()
  let now = 0
  const pass = (quality: Quality | undefined, ms: number, hasVideo = true) => {
    for (const until = now + ms; now < until; ) saver.observe(quality, hasVideo, (now += EVERY_MS))
    return saver.isPaused
  }
  return { pass, press: () => saver.resume(now) }
}

const POOR_FOR_LONG = PAUSE_AFTER_MS + EVERY_MS

test('pauses the video only after the upload was continuously poor for a while', () => {
  const { pass } = observed()
  expect(pass('poor', PAUSE_AFTER_MS)).toBe(false)
  expect(pass('fair', EVERY_MS)).toBe(false)
  expect(pass('poor', PAUSE_AFTER_MS)).toBe(false)
  expect(pass('poor', EVERY_MS)).toBe(true)
})

test('resumes after the upload was good for a while, not merely fair', () => {
  const { pass } = observed()
  pass('poor', POOR_FOR_LONG)
  expect(pass('fair', 10 * RESUME_AFTER_MS)).toBe(true)
  expect(pass('good', RESUME_AFTER_MS)).toBe(true)
  expect(pass('good', EVERY_MS)).toBe(false)
})

test('waits longer after each failed attempt, and resets the wait once the video has lasted', () => {
  const { pass } = observed()
  pass('poor', POOR_FOR_LONG)
  pass('good', RESUME_AFTER_MS + EVERY_MS)
  expect(pass('poor', POOR_FOR_LONG)).toBe(true)
  expect(pass('good', 2 * RESUME_AFTER_MS)).toBe(true)
  expect(pass('good', EVERY_MS)).toBe(false)
  pass('good', 120_000)
  expect(pass('poor', POOR_FOR_LONG)).toBe(true)
  expect(pass('good', RESUME_AFTER_MS + EVERY_MS)).toBe(false)
})

test('keeps the video for a while after the user resumed it', () => {
  const { pass, press } = observed()
  pass('poor', POOR_FOR_LONG)
  press()
  expect(pass('poor', KEEP_AFTER_BUTTON_MS - EVERY_MS)).toBe(false)
  expect(pass('poor', 2 * EVERY_MS)).toBe(true)
})

test('keeps the video while the rating lags behind good measurements, but not when measurements are missing', () => {
  const saver = new VideoSaver()
  let now = 0
  const observe = (latest: Quality | undefined) => saver.observe('poor', true, (now += EVERY_MS), latest)
  for (const latest of ['poor', 'poor', 'poor', 'good', 'good', 'good', 'good', 'good'] as const) observe(latest)
  expect(saver.isPaused).toBe(false)
  for (const latest of ['poor', undefined, 'poor', undefined] as const) observe(latest)
  expect(saver.isPaused).toBe(false)
  observe('poor')
  expect(saver.isPaused).toBe(true)
})

test('never pauses while there is no video or no rating', () => {
  const { pass } = observed()
  expect(pass('poor', 60_000, false)).toBe(false)
  expect(pass(undefined, 60_000)).toBe(false)
})

test('ignores missing reports, neither as an improvement nor as a reason to pause', () => {
  const saver = new VideoSaver()
  let now = 0
  const observe = (latest: Quality | 'unknown') => saver.observe('poor', true, (now += EVERY_MS), latest)
  for (const latest of ['poor', 'unknown', 'unknown', 'unknown', 'unknown', 'unknown'] as const) observe(latest)
  expect(saver.isPaused).toBe(false)
  observe('poor')
  expect(saver.isPaused).toBe(true)
})
