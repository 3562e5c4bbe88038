// Checks that a clone needs only Node and npm. It starts twice with the environment and command that docs/samples give systemd for sources,
// and then with `npm start`, as on a developer's machine. Root runs it as an ordinary user with fewer rights or, with `--as-root`, as root,
// whose server has to start PostgreSQL as another user.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chownSync, cpSync, existsSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { freePort } from '../server/testing/server.ts'
import { readSample, sampleEnvironment, settingsIn } from './sample-environment.ts'

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
    const first = await startOnce(clone, asUnit(folder), user)
    const second = await startOnce(clone, asUnit(folder), user)
    await startOnce(clone, { command: ['npm', 'start'], env: { HOME: folder } }, user)
    process.stdout.write(`as ${name}: first start ${first.toFixed(1)} s, second ${second.toFixed(1)} s\n`)
  } finally {
    for (const data of [join(clone, '.data'), join(folder, 'var/lib/bkv/data')]) {
      const location = join(data, 'postgres.location')
      if (existsSync(location)) rmSync(readFileSync(location, 'utf8').trim(), { recursive: true, force: true })
    }
    rmSync(folder, { recursive: true, force: true })
  }
}

// Copies the tracked and new files of the working tree, but not the ignored ones.
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

interface Start {
  command: string[]
  env: NodeJS.Dict<string>
}

/** The command and environment that systemd would use, with the unit's folders moved into `folder`. */
function asUnit(folder: string): Start {
  const [command = ''] = settingsIn(readSample('bkv-from-sources.conf'), 'ExecStart').slice(-1)
  const variables = Object.entries(sampleEnvironment('bkv.service', 'bkv-from-sources.conf'))
  const moved = variables.map(([name, value]) => [name, value?.replace(/^(?=\/var\/)/, folder)])
  // Finds Node on the PATH, because it may be installed elsewhere on this machine.
  return { command: command.replace('/usr/bin/', '').split(' '), env: Object.fromEntries(moved) }
}

/** Starts the server and returns the seconds until it was ready. */
async function startOnce(clone: string, { command: [program = '', ...args], env }: Start, user: typeof ORDINARY_USER | undefined) {
  const port = await freePort()
  const started = performance.now()
  const server = spawn(program, args, {
    ...user,
    cwd: clone,
    env: { ...machineEnvironment(), ...env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await readiness(server)
  const seconds = (performance.now() - started) / 1000
  const { status } = await fetch(`http://127.0.0.1:${port}/healthz`)
  if (status !== 200) throw new Error(`/healthz answered ${status}`)
  // Waits for "close" instead of "exit": npm exits at once, but the server keeps the output open until it has stopped.
  const ended = new Promise((resolve) => server.once('close', resolve))
  server.kill('SIGTERM')
  await ended
  return seconds
}

// Passes on only the variables that locate programs and the package registry.
function machineEnvironment(): NodeJS.Dict<string> {
  const ofNetwork = Object.entries(process.env).filter(([name]) => /proxy$|^NODE_EXTRA_CA_CERTS$|^npm_config_registry$/i.test(name))
  const path = (process.env['PATH'] ?? '').split(':').filter((part) => !part.includes('node_modules'))
  return { ...Object.fromEntries(ofNetwork), PATH: path.join(':') }
}

function readiness(server: ChildProcess) {
  return new Promise<void>((resolve, reject) => {
    let said = ''
    server.once('exit', (code) => reject(new Error(`the start ended with ${code}: ${said}`)))
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
