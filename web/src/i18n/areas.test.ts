// Every page must load all texts that it shows, because a text whose area is not loaded would show its key.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'
import { PAGES } from '../routes.tsx'

const SOURCES = join(import.meta.dirname, '..')
const PLURAL = /_(?:zero|one|two|few|many|other)$/

/** Modules that contain keys but do not show their texts before the area is loaded. */
const EXCEPTIONS: Record<string, string> = {
  'domain/appointment-types.ts': 'names the texts of fees for parts that load them',
  'domain/portrait.tsx': 'says a doctor’s name, and other people have one of their own',
  'features/logs/actions.ts': 'contains names of actions, which look like keys',
  'features/profile/profile-form.tsx': 'says that consents are limited after it has opened their question, which loads the texts',
  'features/call/waiting/status.ts': 'computes what the list of waiting patients says, and the list loads the texts',
  'lib/session/second-factor.ts': 'says that somebody closed the dialog that asks for the second factor, which loads the texts',
}

const areasOf = new Map<string, Set<string>>()
for (const file of readdirSync(import.meta.dirname)) {
  const area = /^tr\.(\w+)\.json$/.exec(file)?.[1]
  if (!area) continue
  for (const key of Object.keys(JSON.parse(readFileSync(join(import.meta.dirname, file), 'utf8')) as object)) {
    const stem = key.replace(PLURAL, '')
    areasOf.set(stem, (areasOf.get(stem) ?? new Set()).add(area))
  }
}

interface Module {
  /** Areas that the module loads before it shows anything. */
  loads: string[]
  imports: string[]
  keys: string[]
}

const modules = new Map<string, Module>()

function moduleAt(path: string): Module {
  const known = modules.get(path)
  if (known) return known
  const code = readFileSync(path, 'utf8')
    .replaceAll(/\/\*\*.*?\*\//gs, '')
    .replaceAll(/^\s*\/\/.*$/gm, '')
    .replaceAll(/^import type .*$/gm, '')
  const found: Module = {
    loads: [...code.matchAll(/(?:useTexts|loadArea)\(([^)]*)\)/g)].flatMap(([, given = '']) => literalsIn(given)),
    imports: [...code.matchAll(/(?:from|import\()\s*'(\.[^']+\.tsx?)'/g)]
      .map(([, target = '']) => join(dirname(path), target))
      .filter((target) => target.startsWith(SOURCES) && existsSync(target)),
    keys: literalsIn(code).filter((literal) => areasOf.has(literal)),
  }
  // Finds named lists of areas, and hooks that load one.
  if (code.includes('TEXTS_OF_ACTIONS')) found.loads.push('files', 'call')
  if (code.includes('useSecurityTexts(')) found.loads.push('security')
  if (code.includes('useLater(')) found.loads.push('room')
  modules.set(path, found)
  return found
}

const literalsIn = (code: string) => [...code.matchAll(/'([\w.]+)'/g)].map(([, literal = '']) => literal)

/** Texts that the module or one below it shows without their area, on any path to it. */
function missingBelow(start: string, areas: string[]) {
  const seen = new Map<string, Set<string>[]>()
  const missing = new Set<string>()
  const visit = (path: string, loaded: Set<string>) => {
    const { loads, imports, keys } = moduleAt(path)
    const there = new Set([...loaded, ...loads])
    const before = seen.get(path) ?? []
    if (before.some((less) => [...less].every((area) => there.has(area)))) return
    seen.set(path, [...before, there])
    const name = relative(SOURCES, path)
    if (!(name in EXCEPTIONS))
      for (const key of keys) if (![...(areasOf.get(key) ?? [])].some((area) => there.has(area))) missing.add(`${key} in ${name}`)
    for (const target of imports) visit(target, there)
  }
  visit(start, new Set(['common', ...areas]))
  return [...missing]
}

describe('every text that a page shows is in an area that it loads', () => {
  test.each(PAGES.map(({ path, source, areas }) => ({ path, source, areas })))('$path', ({ source, areas }) => {
    expect(missingBelow(join(SOURCES, source.replace('src/', '')), areas)).toEqual([])
  })
})

test('exceptions name modules that exist', () => {
  for (const name of Object.keys(EXCEPTIONS)) expect({ name, exists: existsSync(join(SOURCES, name)) }).toEqual({ name, exists: true })
})
