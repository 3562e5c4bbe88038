import { EventEmitter } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { supervise } from './supervise.mjs'

/** Runs a program that knows how often it was started, and returns how it ended and that number. */
async function run(life: string, signals = new EventEmitter()) {
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

test('a program that refuses to start is not started again', async () => {
  expect(await run('process.exit(1)')).toEqual({ code: 1, lives: 1, lines: [], cleanedUp: 0 })
})

test('a signal is passed on and stops it without a restart', async () => {
  const ready = join(mkdtempSync(join(tmpdir(), 'supervise-')), 'ready')
  const signals = new EventEmitter()
  const ended = run(
    `process.on('SIGTERM', () => process.exit(0))
     setInterval(() => {}, 1000)
     appendFileSync(${JSON.stringify(ready)}, 'ready')`,
    signals,
  )
  await expect.poll(() => existsSync(ready)).toBe(true)
  signals.emit('SIGTERM', 'SIGTERM')
  expect(await ended).toMatchObject({ code: 0, lives: 1 })
})
