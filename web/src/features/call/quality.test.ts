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
  // As low as Chromium's own estimate goes.
  ['poor', { ...GOOD, availableKbps: 84.4 }],
])('is %s for %j', (quality, sample) => expect(rate(sample)).toBe(quality))

test('close to a limit, what it was before decides', () => {
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

test('a value that swings around its limit does not make the rating swing', () => {
  const meter = new QualityMeter()
  const swinging = [0.09, 0.11].flatMap((loss) => times(2, { loss }))
  const ratings = follow(meter, [...swinging, ...swinging, ...swinging, ...swinging])
  // Once poor, 9 % is not enough to be fair again.
  expect(ratings.slice(4).every((rating) => rating === 'poor')).toBe(true)
})

test('a sample without figures changes nothing, and a bad first one is not believed at once', () => {
  const meter = new QualityMeter()
  expect(follow(meter, [{}, { loss: 1 }, {}, { loss: 1 }])).toEqual([undefined, 'fair', 'fair', 'poor'])
})

test('the worse of two directions counts', () => {
  expect(worstOf(['good', 'poor'])).toBe('poor')
  expect(worstOf([undefined, 'fair'])).toBe('fair')
  expect(worstOf([undefined, undefined])).toBeUndefined()
})
