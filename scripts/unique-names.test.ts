import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './set-up.mjs'
import { repeatedNames } from './unique-names.mjs'

const file = (path: string, source = '') => ({ path, source })

test('two functions of web with the same name are reported', () => {
  const files = [
    file('web/src/features/a/one.ts', 'export function weekOf() {}'),
    file('web/src/features/b/two.ts', "export const weekOf = (day: string) => day + ''"),
  ]
  expect(repeatedNames(files)).toEqual(['weekOf is exported by web/src/features/a/one.ts and web/src/features/b/two.ts'])
})

test('functions of programs that do not import each other may share a name', () => {
  const source = 'export async function send() {}'
  expect(repeatedNames([file('server/auth/a.ts', source), file('server/rest/b.ts', source), file('web/src/c.ts', source)])).toEqual([])
})

test('a file name that occurs three times is reported unless every folder may have it', () => {
  const named = (name: string) => ['a', 'b', 'c'].map((folder) => file(`web/src/features/${folder}/${name}.ts`))
  expect(repeatedNames(named('faults'))).toEqual([expect.stringMatching(/^faults is the name of 3 files: /)])
  expect(repeatedNames(named('faults').slice(1))).toEqual([])
  expect(repeatedNames(named('queries'))).toEqual([])
})

test('every function and file of the project has a unique name', () => {
  const paths = globSync('{web/src,server,supabase/functions,scripts}/**/*.{ts,tsx,mjs}', { cwd: root })
  expect(paths.length).toBeGreaterThan(900)
  expect(repeatedNames(paths.toSorted().map((path) => file(path, readFileSync(join(root, path), 'utf8'))))).toEqual([])
})
