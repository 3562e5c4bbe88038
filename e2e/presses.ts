// Counts presses and filled-in fields, so that a long story can say how much work a day is.
import type { Locator } from '@playwright/test'

export function pressCounter() {
  let count = 0
  return {
    press: async (target: Locator) => {
      count += 1
      await target.click()
    },
    fill: async (field: Locator, text: string) => {
      count += 1
      await field.fill(text)
    },
    choose: async (field: Locator, option: string) => {
      count += 1
      await field.selectOption(option)
    },
    /** Counts one press that a helper of another file makes. */
    also: async (work: Promise<unknown>) => {
      count += 1
      await work
    },
    /** The count since the last call. */
    take: () => {
      const taken = count
      count = 0
      return taken
    },
  }
}
