import { expect, test } from 'vitest'
import { createQueue } from './queue.ts'

/** A task that runs until it is released. */
function heldWork() {
  const ends: (() => void)[] = []
  let running = 0
  let most = 0
  return {
    most: () => most,
    endAll: async () => {
      for (let end = ends.shift(); end; end = ends.shift()) {
        end()
        await new Promise((resolve) => setImmediate(resolve))
      }
    },
    work: async () => {
      most = Math.max(most, ++running)
      await new Promise<void>((resolve) => ends.push(resolve))
      running--
      return 'done'
    },
  }
}

test('the queue runs and holds a limited number of tasks, and refuses more', async () => {
  const held = heldWork()
  const queued = createQueue({ concurrency: 2, maxWaiting: 3 })
  const five = Array.from({ length: 5 }, () => queued(held.work))
  await expect(queued(held.work)).rejects.toMatchObject({ status: 503, retryAfter: 2 })
  await held.endAll()
  expect(await Promise.all(five)).toEqual(Array.from({ length: 5 }, () => 'done'))
  expect(held.most()).toBe(2)
})

test('a failed task releases its slot', async () => {
  const queued = createQueue({ concurrency: 1, maxWaiting: 1 })
  for (let n = 0; n < 3; n++) await expect(queued(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await queued(async () => 'yes')).toBe('yes')
})
