// The faults that are injected into a call. Each one resolves with its end time from performance.now().
import { setTimeout as sleep } from 'node:timers/promises'
import { cutLine, restartIce } from './media.ts'
import { type Call, networkProcessOf, press, reopen, type Side } from './people.ts'

interface Scene {
  call: Call
  /** The participant whom the fault affects. */
  side: Side
  other: Side
  random: () => number
}

export interface Fault {
  name: string
  happen: (scene: Scene) => Promise<number>
  /** Whether sound must be heard after the fault, not only arrive. */
  isAboutSound?: boolean
}

const between = (random: () => number, fromMs: number, toMs: number) => fromMs + random() * (toMs - fromMs)

/** The measured time starts with the press that switches the device on again. */
async function switchOffAndOn({ side, other }: Scene, words: { off: string; on: string; seen: RegExp }) {
  await press(side.page, words.off)
  await other.page.getByText(words.seen).first().waitFor()
  const button = side.page.getByRole('button', { name: words.on, exact: true })
  await button.waitFor()
  const over = performance.now()
  await button.click()
  return over
}

/** Selects the first or the last option of the list, whichever is not in use. */
async function chooseOther({ side: { page } }: Scene, label: string) {
  await press(page, 'Kamera ve mikrofon')
  const choice = page.getByRole('dialog').getByLabel(label, { exact: true })
  // The page asks the browser for its devices when the dialog opens.
  await choice.locator('option').nth(1).waitFor({ state: 'attached' })
  const present = await choice.inputValue()
  const values = await choice.locator('option').evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value))
  const wanted = [values.at(-1), values[0]].find((value) => value !== present)
  if (wanted === undefined) throw new Error(`There is no other choice for ${label}.`)
  const over = performance.now()
  await choice.selectOption(wanted)
  await page.keyboard.press('Escape')
  return over
}

export const FAULTS: Fault[] = [
  {
    name: 'page reloaded',
    async happen({ side: { page } }) {
      const over = performance.now()
      await page.reload({ waitUntil: 'commit' })
      return over
    },
  },
  {
    name: 'tab closed and opened again',
    async happen({ call, side, random }) {
      await side.page.close()
      await sleep(between(random, 300, 2000))
      const over = performance.now()
      await reopen(side, call.id)
      return over
    },
  },
  {
    name: 'tab crashed and opened again',
    async happen({ call, side, random }) {
      const crashed = side.page.waitForEvent('crash')
      void side.page.goto('chrome://crash').catch(() => {})
      await crashed
      await sleep(between(random, 300, 2000))
      const over = performance.now()
      const broken = side.page
      await reopen(side, call.id)
      await broken.close()
      return over
    },
  },
  {
    name: 'realtime socket cut for 1 to 2 s',
    async happen({ side: { page }, random }) {
      const duration = between(random, 1000, 2000)
      await cutLine(page, duration)
      await sleep(duration)
      return performance.now()
    },
  },
  {
    name: 'browser offline for 1 to 2 s',
    async happen({ side: { page }, random }) {
      await page.context().setOffline(true)
      await sleep(between(random, 1000, 2000))
      await page.context().setOffline(false)
      return performance.now()
    },
  },
  {
    name: 'no packet in or out for 2 to 8 s',
    async happen({ side, random }) {
      const pid = await networkProcessOf(side)
      process.kill(pid, 'SIGSTOP')
      try {
        await sleep(between(random, 2000, 8000))
      } finally {
        process.kill(pid, 'SIGCONT')
      }
      return performance.now()
    },
  },
  {
    name: 'ICE restarted',
    async happen({ side: { page } }) {
      const over = performance.now()
      await restartIce(page)
      return over
    },
  },
  {
    name: 'camera off and on',
    happen: (scene) => switchOffAndOn(scene, { off: 'Kamerayı kapat', on: 'Kamerayı aç', seen: /^Kamera kapalı$/ }),
  },
  {
    name: 'microphone off and on',
    isAboutSound: true,
    happen: (scene) => switchOffAndOn(scene, { off: 'Mikrofonu kapat', on: 'Mikrofonu aç', seen: / mikrofonunu kapattı$/ }),
  },
  { name: 'another camera chosen', happen: (scene) => chooseOther(scene, 'Kamera') },
  { name: 'another microphone chosen', happen: (scene) => chooseOther(scene, 'Mikrofon') },
  {
    name: 'server stopped and started',
    async happen({ call }) {
      await call.site.restart()
      return performance.now()
    },
  },
]

/** A sequence with each kind of fault equally often, in an order that depends on the seed alone. */
export function sequenceOf(count: number, random: () => number) {
  const faults = Array.from({ length: count }, (_, index) => FAULTS[index % FAULTS.length] as Fault)
  for (let last = faults.length - 1; last > 0; last--) {
    const chosen = Math.floor(random() * (last + 1))
    ;[faults[last], faults[chosen]] = [faults[chosen] as Fault, faults[last] as Fault]
  }
  return faults
}

/** Random numbers from 0 to 1 that repeat for the same seed (mulberry32). */
export function randomFrom(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
