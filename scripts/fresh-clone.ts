// Proof that a clone needs nothing but Node and npm: `npm start` in a private folder. Root proves it as an ordinary user, who may do less;
// with `--as-root`, as root, whose server has to start PostgreSQL as somebody else.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chownSync, cpSync, existsSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { freePort } from '../server/testing/server.ts'

const ROOT = join(import.meta.dirname, '..')
const ORDINARY_USER = { uid: 65_534, gid: 65_534 }
const isRoot = process.getuid?.() === 0

await proveClone(isRoot && process.argv[2] !== '--as-root' ? ORDINARY_USER : undefined)
process.exit()

async function proveClone(user: typeof ORDINARY_USER | undefined) {
  const name = user ? 'an ordinary user' : isRoot ? 'root' : 'this user'
  const folder = mkdtempSync(join(tmpdir(), 'clone-'))
  const clone = join(folder, 'private')
  try {
    copySources(clone)
    if (user) [folder, ...everythingBelow(folder)].forEach((path) => chownSync(path, user.uid, user.gid))
    const first = await startOnce(clone, folder, user)
    const second = await startOnce(clone, folder, user)
    process.stdout.write(`as ${name}: first start ${first.toFixed(1)} s, second ${second.toFixed(1)} s\n`)
  } finally {
    const location = join(clone, '.data/postgres.location')
    if (existsSync(location)) rmSync(readFileSync(location, 'utf8').trim(), { recursive: true, force: true })
    rmSync(folder, { recursive: true, force: true })
  }
}

// The files of a clone of the working tree: tracked and new ones, without ignored ones.
function copySources(to: string) {
  mkdirSync(to, { mode: 0o700 })
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], { cwd: ROOT, encoding: 'utf8' })
    .split('\0')
    .filter(Boolean)
  for (const file of files) {
    mkdirSync(dirname(join(to, file)), { recursive: true })
    cpSync(join(ROOT, file), join(to, file))
  }
}

/** Seconds until /healthz answers. */
async function startOnce(clone: string, home: string, user: typeof ORDINARY_USER | undefined) {
  const port = await freePort()
  const started = performance.now()
  const server = spawn('npm', ['start'], {
    ...user,
    cwd: clone,
    env: bareEnvironment(home, port, user),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await readiness(server)
  const seconds = (performance.now() - started) / 1000
  const { status } = await fetch(`http://127.0.0.1:${port}/healthz`)
  if (status !== 200) throw new Error(`/healthz answered ${status}`)
  // "close" and not "exit": npm exits at once, but the server keeps the output open until it has stopped.
  const ended = new Promise((resolve) => server.once('close', resolve))
  server.kill('SIGTERM')
  await ended
  return seconds
}

// The system's own Node and npm, not the ones this process was started with. Root may use its warm package cache.
function bareEnvironment(home: string, port: number, user: typeof ORDINARY_USER | undefined) {
  const path = (process.env['PATH'] ?? '')
    .split(':')
    .filter((part) => !part.includes('node_modules'))
    .join(':')
  const { NODE_ENV: _, npm_config_cache: __, ...rest } = process.env
  return { ...rest, PATH: path, PORT: String(port), ...(user ? { HOME: home } : {}) }
}

function readiness(server: ChildProcess) {
  return new Promise<void>((resolve, reject) => {
    let said = ''
    server.once('exit', (code) => reject(new Error(`npm start ended with ${code}: ${said}`)))
    server.stdout?.on('data', (text: Buffer) => {
      said += text.toString()
      if (said.includes('Ready at')) resolve()
    })
  })
}

function everythingBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => !lstatSync(path).isSymbolicLink())
}
