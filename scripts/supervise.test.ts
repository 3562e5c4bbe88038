import { spawn } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { supervise } from './supervise.mjs'

/** Runs a program that counts its starts, and returns how it ended and the count. */
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

test('restarts after a crash but not after a clean exit', async () => {
  expect(await run('await ready(); if (life === 1) process.kill(process.pid, "SIGKILL"); process.exit(0)')).toEqual({
    code: 0,
    lives: 2,
    lines: ['The server crashed (SIGKILL) and is started again.'],
    cleanedUp: 0,
  })
})

test('gives up with exit 1 after five restarts in a minute, and cleans up', async () => {
  const { code, lives, lines, cleanedUp } = await run('await ready(); process.exit(7)')
  expect({ code, lives, cleanedUp }).toEqual({ code: 1, lives: 6, cleanedUp: 1 })
  expect(lines.at(-1)).toBe('The server crashed 6 times in a minute and is not started again.')
})

const HEARTBEATS = "setInterval(() => process.send('heartbeat'), 100); await new Promise((resolve) => setTimeout(resolve, 300))"
/** The limit of processor time in these tests, instead of ten seconds. */
const MAX_BUSY_SECONDS = 1

test('kills and restarts a program whose event loop is busy for too long, and logs it', async () => {
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
    'is busy but still sends heartbeats',
    `const begun = process.cpuUsage().user
     while (process.cpuUsage().user < begun + 2_500_000) {
       for (let n = 0; n < 1e7; n++);
       await new Promise((resolve) => setImmediate(resolve))
     }`,
  ],
])('ignores a program that %s', async (_, work) => {
  const { code, lives, lines } = await run(`await ready(); ${HEARTBEATS}; ${work}; process.exit(0)`)
  expect({ code, lives, lines }).toEqual({ code: 0, lives: 1, lines: [] })
})

test('does not restart a program that refuses to start', async () => {
  expect(await run('process.exit(1)')).toEqual({ code: 1, lives: 1, lines: [], cleanedUp: 0 })
})

/** Starts a program that runs until a signal, and reports which signal it received. */
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

test('passes a signal on, which stops the program without a restart', async () => {
  const { send, ended } = await runUntilSignal(false)
  send('SIGTERM')
  expect(await ended).toMatchObject({ code: 0, lives: 1 })
})

test('a closed terminal stops only a program that has a terminal', async () => {
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

/** Starts a supervised program with `env`, kills its parent, and returns the program's process id. */
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
  // `true` must be the last command, because the shell would otherwise replace itself with the program.
  const shell = spawn('sh', ['-c', `"${process.execPath}" "${file}"; true`], { env: { ...process.env, ...env }, stdio: 'ignore' })
  await expect.poll(() => existsSync(ready) && readFileSync(ready, 'utf8') !== '').toBe(true)
  const pid = Number(readFileSync(ready, 'utf8'))
  shell.kill('SIGKILL')
  // Waits until the kernel assigns another parent.
  await expect.poll(() => parentOf(pid)).not.toBe(String(shell.pid))
  return pid
}

/** The parent of a process. Undefined once the process has ended, even if it is a zombie. */
function parentOf(pid: number) {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return /^State:\s+Z/m.test(status) ? undefined : /^PPid:\s+(\d+)/m.exec(status)?.[1]
  } catch {
    return undefined
  }
}

test('a program started by npm stops when npm is killed, and any other outlives its shell', async () => {
  const [ofNpm, ofShell] = await Promise.all([orphan({ npm_lifecycle_event: 'start' }), orphan({ npm_lifecycle_event: undefined })])
  await expect.poll(() => parentOf(ofNpm)).toBeUndefined()
  expect(parentOf(ofShell)).toBeDefined()
  process.kill(ofShell, 'SIGTERM')
  await expect.poll(() => parentOf(ofShell)).toBeUndefined()
})
