// The same files run on Supabase's edge, which has no package.json, so their imports must follow Deno's rules.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { parse } from 'smol-toml'
import { describe, expect, test } from 'vitest'
import { superuser, useClinic } from '../tests/clinic.ts'

const HERE = import.meta.dirname
const pins = (JSON.parse(readFileSync(join(HERE, '../../package.json'), 'utf8')) as { dependencies: Record<string, string> }).dependencies
const names = readdirSync(HERE, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !entry.name.startsWith('_'))
  .map(({ name }) => name)
const settings = (parse(readFileSync(join(HERE, '../config.toml'), 'utf8'))['functions'] ?? {}) as Record<string, { verify_jwt?: boolean }>

const SPECIFIER = /(?:^|\n)\s*(?:import|export)\s(?:[^'"]*?\sfrom\s*)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/g
const specifiersOf = (source: string) => [...source.matchAll(SPECIFIER)].map(([, whole, lazy]) => whole ?? lazy ?? '')

/** The file and everything that it imports, directly or not. */
function filesFrom(file: string, found = new Map<string, string>()) {
  if (found.has(file)) return found
  const source = readFileSync(file, 'utf8')
  found.set(file, source)
  for (const specifier of specifiersOf(source)) {
    if (specifier.startsWith('.') && specifier.endsWith('.ts')) filesFrom(join(dirname(file), specifier), found)
  }
  return found
}

test('the search for imports finds all of them', () => {
  const source = `import a from 'a'\nimport { b,\n  c } from "./b.ts"\nimport type { D } from 'd/e'\nimport 'f'\nexport { g } from './g.ts'\nconst h = await import('h')\n`
  expect(specifiersOf(source)).toEqual(['a', './b.ts', 'd/e', 'f', './g.ts', 'h'])
  expect(names).toContain('daily-room')
})

describe.each(names)('%s', (name) => {
  const files = [...filesFrom(join(HERE, name, 'index.ts'))]
  const { imports = {} } = JSON.parse(readFileSync(join(HERE, name, 'deno.json'), 'utf8')) as { imports?: Record<string, string> }
  const bare = new Set(files.flatMap(([, source]) => specifiersOf(source)).filter((specifier) => !/^(\.|node:)/.test(specifier)))

  test('lists every package that it imports, and no other', () => {
    expect(Object.keys(imports).toSorted()).toEqual([...bare].toSorted())
  })

  test('pins each to the version that the tests ran with', () => {
    for (const [specifier, target] of Object.entries(imports)) {
      const [, scoped = '', subpath = ''] = /^((?:@[^/]+\/)?[^/]+)(\/.*)?$/.exec(specifier) ?? []
      expect([specifier, target]).toEqual([specifier, `npm:${scoped}@${pins[scoped]}${subpath}`])
    }
  })

  test('imports only its own and shared files, with their extensions, and no test files', () => {
    for (const [file, source] of files) {
      for (const specifier of specifiersOf(source).filter((each) => each.startsWith('.'))) {
        const target = relative(HERE, join(dirname(file), specifier))
        expect(target).toMatch(new RegExp(String.raw`^(${name}|_shared)/(?!.*test).+\.ts$`))
        expect([target, existsSync(join(HERE, target))]).toEqual([target, true])
      }
    }
  })

  test('uses nothing that only one of the two runtimes provides', () => {
    for (const [file, source] of files) {
      const code = source.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*|'[^'\n]*'|`[^`]*`/g, '')
      expect([relative(HERE, file), /\bDeno\b|\brequire\(|\b__dirname\b|\bsetImmediate\b/.exec(code)?.[0]]).toEqual([
        relative(HERE, file),
        undefined,
      ])
      for (const global of ['process', 'Buffer']) {
        const uses = new RegExp(String.raw`(?<![.\w])${global}\b[.(\[]`).test(code)
        const isImported = new RegExp(String.raw`import [^\n]*\b${global}\b[^\n]* from 'node:`).test(source)
        expect([relative(HERE, file), global, uses && !isImported]).toEqual([relative(HERE, file), global, false])
      }
    }
  })

  test('is in config.toml', () => {
    expect(settings).toHaveProperty([name, 'verify_jwt'])
  })
})

describe('as a whole', () => {
  const db = useClinic()

  test('config.toml contains only functions that exist', () => {
    expect(Object.keys(settings).toSorted()).toEqual(names.toSorted())
  })

  test('scheduled functions exist, have five cron fields as hosted requires, and check the key themselves', async () => {
    const scheduled = await db.as(superuser, ({ query }) =>
      query<{ name: string; schedule: string }>('select name, schedule from private.scheduled_functions'),
    )
    expect(scheduled.length).toBeGreaterThan(0)
    for (const { name, schedule } of scheduled) {
      expect(names).toContain(name)
      expect(settings[name]?.verify_jwt).toBe(false)
      expect(schedule.split(' ')).toHaveLength(5)
    }
  })
})
