// A PostgreSQL of our own in a folder: made when absent, started, watched, stopped. Reached by a Unix socket only.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { findBinaries } from './binaries.ts'
import { socketUrl } from './connection.ts'
import { canReach, findSystemUser, type SystemUser } from './system-user.ts'

const run = promisify(execFile)

export const SUPERUSER = 'supabase_admin'
const UNREACHABLE_HOME = '/var/lib/embedded-postgres'
// A socket's whole path may have 107 bytes.
const LONGEST_SOCKET_FOLDER = 90

export interface Cluster {
  /** Logs in as the superuser. */
  url: string
  home: string
  pid: () => number | undefined
  stop: () => Promise<void>
}

export interface ClusterOptions {
  folder: string
  /** More `postgres` settings, as `name=value`. */
  settings?: string[]
  /** Told when the server died by itself and was started again. */
  onRestart?: (reason: string) => void
}

interface Place {
  home: string
  data: string
  sockets: string
  passwordFile: string
  binaries: string
  user: SystemUser | undefined
  settings: string[]
}

export async function startCluster({ folder, settings = [], onRestart = () => {} }: ClusterOptions): Promise<Cluster> {
  const place = await preparePlace(folder, settings)
  if (!existsSync(place.data)) await createCluster(place)
  await stopOrphan(place)

  let child = await startProcess(place)
  let stopping = false
  const watch = () => child.once('exit', (code, signal) => !stopping && void restart(`PostgreSQL ended by itself (${signal ?? code}).`))
  const restart = async (reason: string) => {
    onRestart(reason)
    try {
      child = await startProcess(place)
      if (stopping) await endProcess(child)
      else watch()
    } catch (error) {
      onRestart(`PostgreSQL did not start again: ${String(error)}`)
    }
  }
  watch()

  return {
    url: socketUrl({ folder: place.sockets, user: SUPERUSER, password: readFileSync(place.passwordFile, 'utf8'), database: 'postgres' }),
    home: place.home,
    pid: () => child.pid,
    async stop() {
      stopping = true
      await endProcess(child)
      if (!place.sockets.startsWith(place.home)) rmSync(place.sockets, { recursive: true, force: true })
    },
  }
}

async function preparePlace(folder: string, settings: string[]): Promise<Place> {
  const user = await findSystemUser()
  const binaries = await findBinaries(user)
  mkdirSync(dirname(folder), { recursive: true })
  const reachable = await canReach(user, dirname(folder))
  const home = reachable ? folder : join(UNREACHABLE_HOME, createHash('sha256').update(folder).digest('hex').slice(0, 12))
  // For whoever looks for the data where it was meant to be.
  if (!reachable) writeFileSync(`${folder}.location`, `${home}\n`)
  mkdirSync(dirname(home), { recursive: true, mode: 0o755 })
  makePrivate(home, user)
  const sockets = home.length <= LONGEST_SOCKET_FOLDER ? join(home, 'socket') : mkdtempSync(join(tmpdir(), 'pg-'))
  makePrivate(sockets, user)
  return { home, data: join(home, 'data'), sockets, passwordFile: join(home, 'password'), binaries, user, settings }
}

function makePrivate(folder: string, user: SystemUser | undefined) {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (user) chownSync(folder, user.uid, user.gid)
}

// Made beside its place and moved there when whole: a start that was cut off leaves nothing that looks finished.
async function createCluster(place: Place) {
  const unfinished = `${place.data}.unfinished`
  rmSync(unfinished, { recursive: true, force: true })
  writeFileSync(place.passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 })
  if (place.user) chownSync(place.passwordFile, place.user.uid, place.user.gid)
  await program(place, 'initdb', [
    `--pgdata=${unfinished}`,
    `--username=${SUPERUSER}`,
    `--pwfile=${place.passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C.UTF-8',
    '--data-checksums',
  ])
  renameSync(unfinished, place.data)
}

// The server of a run that was killed goes on without us; its pid file may also name a stranger that got the number since.
async function stopOrphan(place: Place) {
  const file = join(place.data, 'postmaster.pid')
  if (!existsSync(file)) return
  const [pid = '', ...rest] = readFileSync(file, 'utf8').split('\n')
  const commandLine = commandLineOf(pid)
  if (commandLine === undefined) return
  if (commandLine.includes(place.data)) {
    await program(place, 'pg_ctl', ['stop', `--pgdata=${place.data}`, '--mode=fast', '--wait', '--timeout=60'])
  } else {
    // PostgreSQL takes its parent's number for a stale one, and still checks that nobody uses the old shared memory.
    writeFileSync(file, [process.pid, ...rest].join('\n'))
  }
}

function commandLineOf(pid: string) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return undefined
  }
}

const SETTINGS = [
  'listen_addresses=',
  'wal_level=logical',
  'max_connections=80',
  'timezone=UTC',
  'log_timezone=UTC',
  // Statements and details hold personal data.
  'log_min_error_statement=panic',
  'log_error_verbosity=terse',
  // One careless query must not fill the disk.
  'temp_file_limit=1GB',
  // Nor must a reader of the log that has stopped reading: it loses its place, and begins anew.
  'max_slot_wal_keep_size=1GB',
]

async function startProcess(place: Place) {
  // After a crash the old workers need a moment to notice that their parent is gone.
  for (let attempt = 1; ; attempt++) {
    try {
      return await trySpawn(place)
    } catch (error) {
      const isLeaving = /shared memory block|lock file .* already exists/.test(String(error))
      if (!isLeaving || attempt === 50) throw error
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
  }
}

function trySpawn(place: Place) {
  const flags = [...SETTINGS, ...place.settings].flatMap((setting) => ['-c', setting])
  const child = spawn(join(place.binaries, 'bin/postgres'), ['-D', place.data, '-k', place.sockets, ...flags], {
    ...place.user,
    cwd: '/',
    env: environment(),
    stdio: ['ignore', 'ignore', 'pipe'],
    // Of its own group, so that Ctrl+C in a terminal reaches only us and the database is stopped last.
    detached: true,
  })
  return new Promise<ChildProcess>((resolve, reject) => {
    let last = ''
    const onExit = (code: number | null) => reject(new Error(`PostgreSQL did not start (exit ${code}): ${last.trim()}`))
    child.once('error', reject)
    child.once('exit', onExit)
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      last = (last + text).slice(-2000)
      if (!last.includes('ready to accept connections')) return
      child.stderr.removeAllListeners('data').resume()
      child.off('exit', onExit)
      resolve(child)
    })
  })
}

async function endProcess(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGINT')
  await ended
}

async function program(place: Place, name: string, args: string[]) {
  await run(join(place.binaries, 'bin', name), args, { ...place.user, cwd: '/', env: environment() })
}

const environment = () => ({ PATH: process.env['PATH'], LC_ALL: 'C' })
