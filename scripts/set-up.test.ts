import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../server/testing/cluster.ts'
import { platformProblem } from './set-up.mjs'

const linux = { platform: 'linux', arch: 'x64', nodeVersion: '20.1.0', env: {} }
const mac = { platform: 'darwin', arch: 'arm64', nodeVersion: '24.1.0', env: {} }
const database = { DATABASE_URL: 'postgres://me:secret@db.example/site' }

test('Linux on x64 and arm64 with Node 20 is supported', () => {
  expect(platformProblem(linux)).toBeUndefined()
  expect(platformProblem({ ...linux, arch: 'arm64' })).toBeUndefined()
})

test('an old Node stops with an explanation', () => {
  expect(platformProblem({ ...linux, nodeVersion: '18.20.0' })).toEqual({
    sentence: 'Node 18.20.0 is too old to set up the project; it needs 20 or newer.',
    stops: true,
  })
})

test('Windows stops with the list of supported systems', () => {
  expect(platformProblem({ ...linux, platform: 'win32', nodeVersion: '24.1.0', env: database })).toEqual({
    sentence: 'This runs on Linux (x64 or arm64), not on Windows itself: use WSL 2 or a Linux machine.',
    stops: true,
  })
})

test('macOS reports whether Node 24 or DATABASE_URL is missing', () => {
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

test('the message names an unsupported processor', () => {
  expect(platformProblem({ ...linux, arch: 'riscv64', nodeVersion: '24.1.0' })?.sentence).toContain('on linux riscv64 it needs Node 24')
})

/** Creates a project whose build tool is a local folder, so that npm needs no registry. */
function projectWithTool() {
  const folder = temporaryFolder()
  const json = (path: string, content: object) => {
    mkdirSync(join(folder, path, '..'), { recursive: true })
    writeFileSync(join(folder, path), JSON.stringify(content))
  }
  const project = { name: 'project', type: 'module', devDependencies: { tool: 'file:./tool' } }
  json('package.json', project)
  json('tool/package.json', { name: 'tool', version: '1.0.0' })
  const packages = { '': project, 'node_modules/tool': { resolved: 'tool', link: true }, tool: { version: '1.0.0', dev: true } }
  json('package-lock.json', { name: 'project', lockfileVersion: 3, requires: true, packages })
  cpSync(join(import.meta.dirname, 'set-up.mjs'), join(folder, 'scripts/set-up.mjs'))
  return folder
}

const ensureInstalledIn = (folder: string, path = process.env['PATH']) =>
  spawnSync(process.execPath, ['-e', "import('./scripts/set-up.mjs').then((setUp) => setUp.ensureInstalled())"], {
    cwd: folder,
    env: { ...process.env, NODE_ENV: 'production', PATH: path },
    encoding: 'utf8',
  })

test('production installs the build tools once, and repairs an installation without them', () => {
  const folder = projectWithTool()
  const tool = join(folder, 'node_modules/tool')
  expect(ensureInstalledIn(folder)).toMatchObject({ status: 0, stdout: expect.stringContaining('installing packages') })
  expect(existsSync(join(tool, 'package.json'))).toBe(true)
  expect(ensureInstalledIn(folder)).toMatchObject({ status: 0, stdout: '' })
  rmSync(tool)
  expect(ensureInstalledIn(folder).status).toBe(0)
  expect(existsSync(join(tool, 'package.json'))).toBe(true)
})

test('the error names a package that npm left out, and the installation does not count as complete', () => {
  const folder = projectWithTool()
  writeFileSync(join(folder, 'npm'), '#!/bin/sh\nexit 0\n', { mode: 0o755 })
  const { status, stderr } = ensureInstalledIn(folder, folder)
  expect(status).toBe(1)
  expect(stderr).toBe('npm did not install tool; delete node_modules and start again.\n')
  expect(existsSync(join(folder, 'node_modules/.cache/installed'))).toBe(false)
})
