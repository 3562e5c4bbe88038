// Runs a PostgreSQL in a folder: creates, starts, monitors and stops it. It listens on a Unix socket only.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { findBinaries } from './binaries.ts'
import { socketUrl } from './connection.ts'
import { LOG_LINE_PREFIX, type PostgresLogLine, parseLogLine } from './log-line.ts'
import { canReach, findSystemUser, type SystemUser } from './system-user.ts'

const run = promisify(execFile)

const SUPERUSER = 'supabase_admin'
const UNREACHABLE_HOME = '/var/lib/embedded-postgres'
// A socket's path may have 107 bytes, of which its name takes up to 15.
const MAX_SOCKET_FOLDER_BYTES = 90
const MAX_RESTART_DELAY_MS = 30_000

export interface Cluster {
  /** Logs in as the superuser. */
  url: string
  home: string
  /** Whether this start created it. */
  isNew: boolean
  pid: () => number | undefined
  stop: () => Promise<void>
}

export interface ClusterOptions {
  folder: string
  /** Additional `postgres` settings, as `name=value`. */
  settings?: string[]
  /** Called when PostgreSQL has crashed, and after each failed attempt to restart it. */
  onRestart?: (reason: string) => void
  /** Called with each line of PostgreSQL's log that contains no personal data. */
  onLog?: (line: PostgresLogLine) => void
}

interface Place {
  home: string
  data: string
  sockets: string
  passwordFile: string
  binaries: string
  user: SystemUser | undefined
  settings: string[]
  onLog: (line: PostgresLogLine) => void
}

export async function startCluster({ folder, settings = [], onRestart = () => {}, onLog = () => {} }: ClusterOptions): Promise<Cluster> {
  const place = await preparePlace(folder, { settings, onLog })
  const isNew = !existsSync(place.data)
  if (isNew) await createCluster(place)
  else await checkMajorVersion(place)
  await stopOrphan(place)

  let child = await startProcess(place)
  const stopping = new AbortController()
  const watch = () =>
    child.once('exit', (code, signal) => !stopping.signal.aborted && void restart(`PostgreSQL ended by itself (${signal ?? code}).`))
  // Retried forever, because a full disk may be freed and a missing folder may return.
  const restart = async (reason: string) => {
    onRestart(reason)
    for (let delayMs = 250; !stopping.signal.aborted; delayMs = Math.min(delayMs * 2, MAX_RESTART_DELAY_MS)) {
      try {
        child = await startProcess(place)
        if (stopping.signal.aborted) await endProcess(child)
        else watch()
        return
      } catch (error) {
        onRestart(`PostgreSQL did not start again; the next attempt is in ${delayMs / 1000} s: ${String(error)}`)
        await sleep(delayMs, undefined, { signal: stopping.signal }).catch(() => {})
      }
    }
  }
  watch()

  return {
    url: urlOf(place.sockets, place.passwordFile),
    home: place.home,
    isNew,
    pid: () => child.pid,
    async stop() {
      stopping.abort()
      await endProcess(child)
      if (!place.sockets.startsWith(place.home)) rmSync(place.sockets, { recursive: true, force: true })
    },
  }
}

const urlOf = (sockets: string, passwordFile: string) =>
  socketUrl({ folder: sockets, user: SUPERUSER, password: readFileSync(passwordFile, 'utf8'), database: 'postgres' })

/** Returns the URL for another process on this machine, while the server runs on this folder. */
export function runningClusterUrl(folder: string) {
  const home = existsSync(`${folder}.location`) ? readFileSync(`${folder}.location`, 'utf8').trim() : folder
  // The first lines of the pid file are: process, data folder, start, port, socket folder.
  const sockets = readFileSync(join(home, 'data/postmaster.pid'), 'utf8').split('\n')[4] ?? ''
  return urlOf(sockets, join(home, 'password'))
}

/** Stops a PostgreSQL that a crashed server left running on its folder. */
export async function stopOrphanedCluster(folder: string) {
  if (!existsSync(folder) && !existsSync(`${folder}.location`)) return
  await stopOrphan(await preparePlace(folder, { settings: [], onLog: () => {} }))
}

async function preparePlace(folder: string, { settings, onLog }: Pick<Place, 'settings' | 'onLog'>): Promise<Place> {
  const user = await findSystemUser()
  const binaries = await findBinaries(user)
  mkdirSync(dirname(folder), { recursive: true })
  const reachable = await canReach(user, dirname(folder))
  const home = reachable ? folder : join(UNREACHABLE_HOME, createHash('sha256').update(folder).digest('hex').slice(0, 12))
  // Records the actual location next to the expected folder.
  if (!reachable) writeFileSync(`${folder}.location`, `${home}\n`)
  mkdirSync(dirname(home), { recursive: true, mode: 0o755 })
  makePrivate(home, user)
  const beside = join(home, 'socket')
  const sockets = Buffer.byteLength(beside) <= MAX_SOCKET_FOLDER_BYTES ? beside : mkdtempSync(join(tmpdir(), 'pg-'))
  makePrivate(sockets, user)
  return { home, data: join(home, 'data'), sockets, passwordFile: join(home, 'password'), binaries, user, settings, onLog }
}

function makePrivate(folder: string, user: SystemUser | undefined) {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (user) chownSync(folder, user.uid, user.gid)
}

// Created in a temporary folder and renamed when complete, so that an interrupted start leaves nothing that looks finished.
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

// PostgreSQL only says that the files are "incompatible". An operator needs both versions and instructions.
async function checkMajorVersion({ data, binaries }: Place) {
  const ofData = readFileSync(join(data, 'PG_VERSION'), 'utf8').trim()
  const { stdout } = await run(join(binaries, 'bin/postgres'), ['--version'])
  const ofProgram = /(\d+)/.exec(stdout)?.[1] ?? ''
  if (ofData !== ofProgram) {
    throw new Error(
      `The data folder ${data} was made by PostgreSQL ${ofData}, and this release brings PostgreSQL ${ofProgram}. ` +
        'Run `npm run backup` with the release that made it, then `npm run restore` with this one into an empty DATA_DIR.',
    )
  }
}

// The pid file may belong to a PostgreSQL that a killed run left behind, or its pid may have been reused by another process.
async function stopOrphan(place: Place) {
  const file = join(place.data, 'postmaster.pid')
  if (!existsSync(file)) return
  const [pid = '', ...rest] = readFileSync(file, 'utf8').split('\n')
  const commandLine = commandLineOf(pid)
  if (commandLine === undefined) return
  if (commandLine.includes(place.data)) {
    await program(place, 'pg_ctl', ['stop', `--pgdata=${place.data}`, '--mode=fast', '--wait', '--timeout=60'])
  } else {
    // PostgreSQL treats its parent's pid as stale, and still checks that no process uses the old shared memory.
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
  // Statements and details may contain personal data.
  'log_min_error_statement=panic',
  'log_error_verbosity=terse',
  // Lines are filtered by their code.
  `log_line_prefix=${LOG_LINE_PREFIX}`,
  // Prevents one bad query from filling the disk.
  'temp_file_limit=1GB',
  // Prevents a stalled log reader from filling the disk. It loses its position and starts again.
  'max_slot_wal_keep_size=1GB',
]

async function startProcess(place: Place) {
  // After a crash the old workers need a moment to notice that their parent has died.
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
    // Runs in its own process group, so that Ctrl+C in a terminal reaches only this process, which stops the database last.
    detached: true,
  })
  return new Promise<ChildProcess>((resolve, reject) => {
    let last = ''
    const onExit = (code: number | null) => reject(new Error(`PostgreSQL did not start (exit ${code}): ${last.trim()}`))
    child.once('error', reject)
    child.once('exit', onExit)
    createInterface({ input: child.stderr }).on('line', (line) => {
      const parsed = parseLogLine(line)
      if (parsed && !ROUTINE.test(parsed.message)) place.onLog(parsed)
      last = `${last}${line}\n`.slice(-2000)
      if (!line.includes('ready to accept connections')) return
      child.off('exit', onExit)
      resolve(child)
    })
  })
}

/** Lines of every start. Lines about recovery after a crash are passed on. */
const ROUTINE = /^(starting PostgreSQL|listening on|database system was shut down|database system is ready)/

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
