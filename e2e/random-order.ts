// `STORIES_SEED=7 npm run e2e` runs the files, and the stories of each file, in a random order that is the same for the same seed.
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const SEED = process.env['STORIES_SEED']
const STORIES = import.meta.dirname

const rankOf = (name: string) => createHash('sha256').update(`${SEED} ${name}`).digest('hex').slice(0, 8)

/**
 * The folder that Playwright loads the stories from. Playwright runs files in the order of their names, so a random order needs random
 * names.
 */
export function storiesFolder() {
  if (!SEED) return STORIES
  const folder = join(STORIES, '../node_modules/.cache/stories', rankOf(''))
  // Every worker reads the configuration too, so existing files stay.
  mkdirSync(folder, { recursive: true })
  const wanted = new Map(
    readdirSync(STORIES)
      .filter((file) => file.endsWith('.spec.ts'))
      .map((file) => [`${rankOf(file)}-${file.replace('.ts', '.mjs')}`, file]),
  )
  for (const left of readdirSync(folder)) if (!wanted.has(left)) rmSync(join(folder, left))
  for (const [name, file] of wanted)
    writeFileSync(join(folder, name), `import ${JSON.stringify(pathToFileURL(join(STORIES, file)).href)}\n`)
  return folder
}

type Register = (...args: unknown[]) => unknown

/** With a seed, the stories of a file are registered in a random order once the file has been read. */
export function inRandomOrder<Test extends object>(test: Test): Test {
  if (!SEED) return test
  const waiting: { rank: string; register: () => unknown }[] = []
  let isRegistering = false
  const registerAll = () => {
    isRegistering = true
    for (const { register } of waiting.splice(0).toSorted((one, other) => (one.rank < other.rank ? -1 : 1))) register()
    isRegistering = false
  }
  const later =
    (register: Register) =>
    (...args: unknown[]) => {
      const [title] = args
      // The stories of a group keep their order.
      if (isRegistering || typeof title !== 'string') {
        register(...args)
        return
      }
      if (waiting.length === 0) queueMicrotask(registerAll)
      waiting.push({ rank: rankOf(title), register: () => register(...args) })
    }
  const describe = Reflect.get(test, 'describe') as Register
  const extend = Reflect.get(test, 'extend') as (fixtures: object) => object
  return new Proxy(test, {
    apply: (target, _, args: unknown[]) => later(target as unknown as Register)(...args),
    get(target, name) {
      if (name === 'describe') return later(describe)
      if (name === 'extend') return (fixtures: object) => inRandomOrder(extend(fixtures))
      return Reflect.get(target, name) as unknown
    },
  })
}
