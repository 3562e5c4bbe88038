// Installs and builds what a fresh clone lacks. Plain JavaScript without dependencies, because it runs before anything is installed.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** Exits with an error message. */
function fail(sentence) {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}

export function step(line) {
  process.stdout.write(`· ${line}\n`)
}

const PACKAGED = ['linux-x64', 'linux-arm64']

/**
 * Reports what this machine lacks, or undefined if it has everything. `stops` means that nothing would work.
 *
 * @param {{ platform: string, arch: string, nodeVersion: string, env: Record<string, string | undefined> }} machine
 * @returns {{ sentence: string, stops: boolean } | undefined}
 */
export function platformProblem({ platform, arch, nodeVersion, env }) {
  const major = Number(nodeVersion.split('.')[0])
  if (major < 20) return { sentence: `Node ${nodeVersion} is too old to set up the project; it needs 20 or newer.`, stops: true }
  if (platform === 'win32')
    return { sentence: 'This runs on Linux (x64 or arm64), not on Windows itself: use WSL 2 or a Linux machine.', stops: true }
  if (PACKAGED.includes(`${platform}-${arch}`)) return undefined
  const hasBackend = Boolean(env.DATABASE_URL?.trim() || env.SUPABASE_URL?.trim())
  if (major >= 24 && hasBackend) return undefined
  const name = platform === 'darwin' ? 'macOS' : `${platform} ${arch}`
  const found = [...(major < 24 ? [`this is Node ${nodeVersion}`] : []), ...(hasBackend ? [] : ['neither variable is set'])]
  return {
    sentence: `This runs on Linux (x64 or arm64) with everything it needs; on ${name} it needs Node 24 and DATABASE_URL (your own PostgreSQL) or SUPABASE_URL, and ${found.join(' and ')}.`,
    // Tasks such as formatting and type checks need no database, so a missing one does not stop them.
    stops: major < 24,
  }
}

/** Installs the locked packages if the lock file or the platform changed since the last time, or if packages are missing. */
export function ensureInstalled() {
  const { platform, arch, versions, env } = process
  const problem = platformProblem({ platform, arch, nodeVersion: versions.node, env })
  if (problem?.stops) fail(problem.sentence)
  if (problem) process.stderr.write(`${problem.sentence}\n`)
  const stamp = join(root, 'node_modules/.cache/installed')
  const wanted = hashOf([join(root, 'package.json'), join(root, 'package-lock.json')], `${process.platform}-${process.arch}`)
  if (readOr(stamp) === wanted && missingPackages().length === 0) return
  rmSync(stamp, { force: true })
  step('installing packages')
  // Includes development packages, because NODE_ENV=production would omit the build tools. Does not use `npm ci`, which refuses a lock file
  // without the optional packages of other platforms, which not every registry has.
  const options = ['--include=dev', '--include=optional', '--no-save', '--no-audit', '--no-fund', '--loglevel=error']
  const { status } = spawnSync('npm', ['install', ...options], { cwd: root, stdio: 'inherit' })
  if (status !== 0) fail('The packages could not be installed; the lines above say why (is the npm registry reachable?).')
  const missing = missingPackages()
  if (missing.length > 0) fail(`npm did not install ${missing.join(', ')}; delete node_modules and start again.`)
  write(stamp, wanted)
}

/** The missing packages, except for optional ones, which are each for one platform. */
function missingPackages() {
  const { dependencies = {}, devDependencies = {} } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const names = Object.keys({ ...dependencies, ...devDependencies })
  return names.filter((name) => !existsSync(join(root, 'node_modules', name, 'package.json')))
}

/** The path of Node 24, which runs TypeScript without a build. */
export function node24() {
  const packaged = join(root, `node_modules/node-${process.platform}-${process.arch}/bin/node`)
  if (existsSync(packaged)) return packaged
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath
  return fail(
    `There is no packaged Node 24 for ${process.platform} ${process.arch}, and this is Node ${process.versions.node}; install Node 24 and run again.`,
  )
}

/** Builds the site if one of its sources changed since the last build. */
export function ensureBuilt() {
  const stamp = join(root, 'web/dist/built-from')
  const sources = [...filesBelow(join(root, 'web'), ['dist']), ...filesBelow(join(root, 'supabase/functions/_shared'), [])]
  const wanted = hashOf([...sources, join(root, 'package-lock.json')])
  if (readOr(stamp) === wanted && existsSync(join(root, 'web/dist/routes.json'))) return
  // Removes the stamp first, so that an interrupted build does not look complete.
  rmSync(stamp, { force: true })
  step('building the site')
  // Always builds for production, because React's development build is half as large again.
  const env = { NODE_ENV: 'production' }
  const { status } = runNode([join(root, 'node_modules/vite/bin/vite.js'), 'build', 'web', '--app', '--logLevel', 'warn'], { env })
  if (status !== 0) fail('The site could not be built; the lines above say why.')
  write(stamp, wanted)
}

/** Runs Node 24 with the project's programs on its path. */
export function runNode(args, options = {}) {
  return spawnSync(node24(), args, { cwd: root, stdio: 'inherit', ...options, env: environment(options.env) })
}

export function environment(more = {}) {
  const path = [dirname(node24()), join(root, 'node_modules/.bin'), process.env.PATH].join(':')
  return { ...process.env, ...more, PATH: path }
}

function filesBelow(folder, leftOut) {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (leftOut.includes(entry.name)) return []
    const path = join(folder, entry.name)
    return entry.isDirectory() ? filesBelow(path, []) : [path]
  })
}

function hashOf(files, more = '') {
  const hash = createHash('sha256').update(more)
  for (const file of files) hash.update(file.slice(root.length)).update(readFileSync(file))
  return hash.digest('hex')
}

function readOr(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

function write(file, text) {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}
