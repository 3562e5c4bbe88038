import { expect, test } from 'vitest'
import { type LinkSample, type Quality, QualityMeter, rate, worstOf } from './quality.ts'

const GOOD: LinkSample = { loss: 0, roundTripMs: 40, jitterMs: 5, availableKbps: 900 }

test.each<[Quality | undefined, LinkSample]>([
  [undefined, {}],
  ['good', GOOD],
  ['good', { roundTripMs: 399 }],
  ['fair', { ...GOOD, loss: 0.03 }],
  ['fair', { ...GOOD, roundTripMs: 400 }],
  ['fair', { ...GOOD, jitterMs: 50 }],
  ['fair', { ...GOOD, availableKbps: 199 }],
  ['poor', { ...GOOD, loss: 0.1 }],
  ['poor', { ...GOOD, roundTripMs: 1000 }],
  ['poor', { ...GOOD, jitterMs: 150 }],
  // Chromium's own estimate does not go lower.
  ['poor', { ...GOOD, availableKbps: 84.4 }],
])('rates as %s: %j', (quality, sample) => expect(rate(sample)).toBe(quality))

test('keeps the previous rating close to a limit', () => {
  expect(rate({ loss: 0.08 }, 'good')).toBe('fair')
  expect(rate({ loss: 0.08 }, 'poor')).toBe('poor')
  expect(rate({ loss: 0.06 }, 'poor')).toBe('fair')
  expect(rate({ loss: 0.025 }, 'good')).toBe('good')
  expect(rate({ loss: 0.025 }, 'fair')).toBe('fair')
  expect(rate({ loss: 0.02 }, 'fair')).toBe('good')
  expect(rate({ availableKbps: 120 }, 'poor')).toBe('poor')
  expect(rate({ availableKbps: 120 }, 'fair')).toBe('fair')
})

const follow = (meter: QualityMeter, samples: LinkSample[]) => samples.map((sample) => meter.take(sample))
const times = (count: number, sample: LinkSample) => Array.from({ length: count }, () => sample)

test('gets worse after two samples and better after four', () => {
  const meter = new QualityMeter()
  expect(follow(meter, [GOOD, { loss: 0.5 }, GOOD, { loss: 0.5 }, { loss: 0.5 }])).toEqual(['good', 'good', 'good', 'good', 'poor'])
  expect(follow(meter, times(4, GOOD))).toEqual(['poor', 'poor', 'poor', 'good'])
})

test('does not flip the rating when a value swings around its limit', () => {
  const meter = new QualityMeter()
  const swinging = [0.09, 0.11].flatMap((loss) => times(2, { loss }))
  const ratings = follow(meter, [...swinging, ...swinging, ...swinging, ...swinging])
  // After a poor rating, a loss of 9 % is still too high for a fair one.
  expect(ratings.slice(4).every((rating) => rating === 'poor')).toBe(true)
})

test('ignores an empty sample, and does not rate a bad first sample as poor at once', () => {
  const meter = new QualityMeter()
  expect(follow(meter, [{}, { loss: 1 }, {}, { loss: 1 }])).toEqual([undefined, 'fair', 'fair', 'poor'])
})

test('takes the worse of two directions', () => {
  expect(worstOf(['good', 'poor'])).toBe('poor')
  expect(worstOf([undefined, 'fair'])).toBe('fair')
  expect(worstOf([undefined, undefined])).toBeUndefined()
})
