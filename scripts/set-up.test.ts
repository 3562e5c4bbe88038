import { expect, test } from 'vitest'
import { platformProblem } from './set-up.mjs'

const linux = { platform: 'linux', arch: 'x64', nodeVersion: '20.1.0', env: {} }
const mac = { platform: 'darwin', arch: 'arm64', nodeVersion: '24.1.0', env: {} }
const database = { DATABASE_URL: 'postgres://me:secret@db.example/site' }

test('Linux on x64 and arm64 with Node 20 has everything', () => {
  expect(platformProblem(linux)).toBeUndefined()
  expect(platformProblem({ ...linux, arch: 'arm64' })).toBeUndefined()
})

test('an old Node stops with an explanation', () => {
  expect(platformProblem({ ...linux, nodeVersion: '18.20.0' })).toEqual({
    sentence: 'Node 18.20.0 is too old to set up the project; it needs 20 or newer.',
    stops: true,
  })
})

test('Windows stops with an explanation of where it runs', () => {
  expect(platformProblem({ ...linux, platform: 'win32', nodeVersion: '24.1.0', env: database })).toEqual({
    sentence: 'This runs on Linux (x64 or arm64), not on Windows itself: use WSL 2 or a Linux machine.',
    stops: true,
  })
})

test('macOS is told which of Node 24 and DATABASE_URL is missing', () => {
  expect(platformProblem({ ...mac, env: database })).toBeUndefined()
  expect(platformProblem({ ...mac, env: { SUPABASE_URL: 'https://x.supabase.co' } })).toBeUndefined()
  const needs =
    'This runs on Linux (x64 or arm64) with everything it needs; on macOS it needs Node 24 and DATABASE_URL (your own PostgreSQL) or SUPABASE_URL, and'
  expect(platformProblem(mac)).toEqual({ sentence: `${needs} neither variable is set.`, stops: false })
  expect(platformProblem({ ...mac, nodeVersion: '22.3.0', env: database })).toEqual({
    sentence: `${needs} this is Node 22.3.0.`,
    stops: true,
  })
  expect(platformProblem({ ...mac, nodeVersion: '22.3.0' })?.sentence).toBe(`${needs} this is Node 22.3.0 and neither variable is set.`)
})

test('an unsupported processor is named', () => {
  expect(platformProblem({ ...linux, arch: 'riscv64', nodeVersion: '24.1.0' })?.sentence).toContain('on linux riscv64 it needs Node 24')
})
