import { spawn } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { supervise } from './supervise.mjs'

/** Runs a program that knows how often it was started, and returns how it ended and that number. */
async function run(life: string, signals = new EventEmitter(), hasTerminal = false) {
  const counter = join(mkdtempSync(join(tmpdir(), 'supervise-')), 'lives')
  writeFileSync(counter, '')
  const program = `
    const { appendFileSync, readFileSync } = await import('node:fs')
    appendFileSync(${JSON.stringify(counter)}, '.')
    const life = readFileSync(${JSON.stringify(counter)}, 'utf8').length
    const ready = () => new Promise((resolve) => process.send('ready', resolve))
    ${life}`
  const lines: string[] = []
  let cleanedUp = 0
  const code = await supervise({
    program: process.execPath,
    args: ['--input-type=module', '-e', program],
    signals,
    hasTerminal,
    maxBusySeconds: MAX_BUSY_SECONDS,
    log: (line) => lines.push(line),
    afterCrash: () => cleanedUp++,
  })
  return { code, lives: readFileSync(counter, 'utf8').length, lines, cleanedUp }
}

test('a crash is followed by a restart, a clean exit is not', async () => {
  expect(await run('await ready(); if (life === 1) process.kill(process.pid, "SIGKILL"); process.exit(0)')).toEqual({
    code: 0,
    lives: 2,
    lines: ['The server crashed (SIGKILL) and is started again.'],
    cleanedUp: 0,
  })
})

test('after five restarts in a minute it gives up with exit 1 and cleans up', async () => {
  const { code, lives, lines, cleanedUp } = await run('await ready(); process.exit(7)')
  expect({ code, lives, cleanedUp }).toEqual({ code: 1, lives: 6, cleanedUp: 1 })
  expect(lines.at(-1)).toBe('The server crashed 6 times in a minute and is not started again.')
})

const HEARTBEATS = "setInterval(() => process.send('heartbeat'), 100); await new Promise((resolve) => setTimeout(resolve, 300))"
/** Seconds of processor time, instead of ten. */
const MAX_BUSY_SECONDS = 1

test('a program whose event loop is busy for too much processor time is killed, started again, and the log says so', async () => {
  const { code, lives, lines } = await run(`await ready(); ${HEARTBEATS}; while (life === 1); process.exit(0)`)
  expect({ code, lives }).toEqual({ code: 0, lives: 2 })
  expect(lines).toEqual([
    expect.stringMatching(/^The server's event loop has been busy for \d seconds of processor time; it is stopped\.$/),
    'The server crashed (SIGKILL) and is started again.',
  ])
})

test.each([
  [
    'computes in another thread',
    `const { Worker } = await import('node:worker_threads')
     const worker = new Worker('for (let n = 0; n < 4e9; n++);', { eval: true })
     await new Promise((resolve) => worker.on('exit', resolve))`,
  ],
  [
    'is suspended',
    `const { spawn } = await import('node:child_process')
     const waker = spawn('sh', ['-c', 'kill -STOP ' + process.pid + '; sleep 4; kill -CONT ' + process.pid])
     await new Promise((resolve) => waker.on('exit', resolve))`,
  ],
  [
    'computes much, and still answers',
    `const begun = process.cpuUsage().user
     while (process.cpuUsage().user < begun + 2_500_000) {
       for (let n = 0; n < 1e7; n++);
       await new Promise((resolve) => setImmediate(resolve))
     }`,
  ],
])('a program that %s is left alone', async (_, work) => {
  const { code, lives, lines } = await run(`await ready(); ${HEARTBEATS}; ${work}; process.exit(0)`)
  expect({ code, lives, lines }).toEqual({ code: 0, lives: 1, lines: [] })
})

test('a program that refuses to start is not started again', async () => {
  expect(await run('process.exit(1)')).toEqual({ code: 1, lives: 1, lines: [], cleanedUp: 0 })
})

/** A program that runs until it is told to stop, and then says with what. */
async function runUntilSignal(hasTerminal: boolean) {
  const folder = mkdtempSync(join(tmpdir(), 'supervise-'))
  const [ready, received] = [join(folder, 'ready'), join(folder, 'received')]
  const signals = new EventEmitter()
  const ended = run(
    `for (const signal of ['SIGTERM', 'SIGHUP'])
       process.on(signal, () => { appendFileSync(${JSON.stringify(received)}, signal); process.exit(0) })
     setInterval(() => {}, 1000)
     appendFileSync(${JSON.stringify(ready)}, 'ready')`,
    signals,
    hasTerminal,
  )
  await expect.poll(() => existsSync(ready)).toBe(true)
  return { send: (signal: string) => signals.emit(signal, signal), received: () => readFileSync(received, 'utf8'), ended }
}

test('a signal is passed on and stops it without a restart', async () => {
  const { send, ended } = await runUntilSignal(false)
  send('SIGTERM')
  expect(await ended).toMatchObject({ code: 0, lives: 1 })
})

test('a closed terminal stops a program that has one, and no other', async () => {
  const inTerminal = await runUntilSignal(true)
  inTerminal.send('SIGHUP')
  await inTerminal.ended
  expect(inTerminal.received()).toBe('SIGHUP')
  const without = await runUntilSignal(false)
  without.send('SIGHUP')
  without.send('SIGTERM')
  await without.ended
  expect(without.received()).toBe('SIGTERM')
})

/** A supervised program whose parent is killed; `env` says who started it. Its process id, and whether it still runs. */
async function orphan(env: NodeJS.ProcessEnv) {
  const folder = mkdtempSync(join(tmpdir(), 'supervise-'))
  const [file, ready] = [join(folder, 'program.mjs'), join(folder, 'ready')]
  const loop = `require('node:fs').writeFileSync(${JSON.stringify(ready)}, String(process.ppid)); setInterval(() => {}, 1000)`
  writeFileSync(
    file,
    `import { stopWithNpm, supervise } from ${JSON.stringify(join(import.meta.dirname, 'supervise.mjs'))}
     stopWithNpm()
     process.exit(await supervise({ program: process.execPath, args: ['-e', ${JSON.stringify(loop)}] }))`,
  )
  // Not the last command of the shell, which would otherwise become the program itself.
  const shell = spawn('sh', ['-c', `"${process.execPath}" "${file}"; true`], { env: { ...process.env, ...env }, stdio: 'ignore' })
  await expect.poll(() => existsSync(ready) && readFileSync(ready, 'utf8') !== '').toBe(true)
  const pid = Number(readFileSync(ready, 'utf8'))
  shell.kill('SIGKILL')
  // The kernel has given it another parent.
  await expect.poll(() => parentOf(pid)).not.toBe(String(shell.pid))
  return pid
}

/** Undefined once the process has ended, even if its new parent has not asked for its exit code. */
function parentOf(pid: number) {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return /^State:\s+Z/m.test(status) ? undefined : /^PPid:\s+(\d+)/m.exec(status)?.[1]
  } catch {
    return undefined
  }
}

test('a program that npm started stops when npm is killed; any other outlives its shell', async () => {
  const [ofNpm, ofShell] = await Promise.all([orphan({ npm_lifecycle_event: 'start' }), orphan({ npm_lifecycle_event: undefined })])
  await expect.poll(() => parentOf(ofNpm)).toBeUndefined()
  expect(parentOf(ofShell)).toBeDefined()
  process.kill(ofShell, 'SIGTERM')
  await expect.poll(() => parentOf(ofShell)).toBeUndefined()
})
