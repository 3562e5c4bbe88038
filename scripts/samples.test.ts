// The files in docs/samples match the server: its port, paths, limits and variables.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { expect, test } from 'vitest'
import { createAddressOf } from '../server/client-address.ts'
import { readConfig } from '../server/config.ts'
import { sizeLimitOf } from '../server/storage/uploads.ts'
import { temporaryFolder } from '../server/testing/cluster.ts'

const root = join(import.meta.dirname, '..')
const sample = (name: string) => readFileSync(join(root, 'docs/samples', name), 'utf8')
const withoutComments = (text: string) => text.replaceAll(/^\s*#.*$/gm, '')
const unit = sample('bkv.service')
const env = parseEnv(sample('env'))
const fromUnit = parseEnv(valuesOf('Environment').join('\n'))
const config = readConfig({ ...fromUnit, ...env })
const upstream = `127.0.0.1:${config.port}`
const largestFile = sizeLimitOf({ id: '', public: false, file_size_limit: null, allowed_mime_types: null })

function valuesOf(key: string) {
  return [...unit.matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(([, value = '']) => value)
}

/** The complaints of systemd itself about a unit. */
function verify(text: string) {
  const file = join(temporaryFolder(), 'bkv.service')
  // Node is installed elsewhere on this machine.
  writeFileSync(file, text.replace('/usr/bin/node', process.execPath))
  const { stdout, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', file], { encoding: 'utf8' })
  return `${stdout}${stderr}`.split('\n').filter((line) => line.includes('bkv.service'))
}

test('the unit contains only sections, settings and comments', () => {
  const strange = unit.split('\n').filter((line) => !/^(|#.*|\[(Unit|Service|Install)\]|[A-Z]\w+=.*)$/.test(line))
  expect(strange).toEqual([])
})

test.skipIf(spawnSync('systemd-analyze', ['--version']).status !== 0)('systemd finds no fault with the unit, and would find one', () => {
  expect(verify(unit)).toEqual([])
  expect(verify(unit.replace('KillMode=', 'KilMode=')).join()).toContain("Unknown key 'KilMode'")
})

test('the unit starts an existing script, stops it gracefully and lets it write to its data folder', () => {
  const [, script = ''] = valuesOf('ExecStart')[0]?.split(' ') ?? []
  expect(existsSync(join(root, script))).toBe(true)
  expect(valuesOf('KillMode')).toEqual(['mixed'])
  expect(valuesOf('Restart')).toEqual(['on-failure'])
  // Draining, ten seconds for running requests, then PostgreSQL.
  expect(Number(valuesOf('TimeoutStopSec')[0])).toBeGreaterThan(config.drainMs / 1000 + 10 + 30)
  expect(config.dataDir).toBe(`/var/lib/${valuesOf('StateDirectory')[0]}/data`)
  // V8 could not compile with it.
  expect(valuesOf('MemoryDenyWriteExecute')).toEqual([])
})

test('the server accepts the variables as production behind a local proxy', () => {
  expect(config).toMatchObject({ production: true, seed: 'none', host: '127.0.0.1', mail: { transport: 'smtp' } })
  expect(config.calls.turn?.urls).toHaveLength(2)
  expect(createAddressOf(config.trustedProxies)('127.0.0.1', '203.0.113.9')).toBe('203.0.113.9')
})

test.each([
  ['nginx.conf', /client_max_body_size (\d+)m;/g, 1024 ** 2],
  ['Caddyfile', /max_size (\d+)MB/g, 1000 ** 2],
])('%s leads to the server, takes its largest file, and shows nobody the metrics', (name, sizes, unitBytes) => {
  const text = withoutComments(sample(name))
  expect(text).toContain(upstream)
  expect([...text.matchAll(/127\.0\.0\.1:(\d+)/g)].map(([, port]) => Number(port))).toEqual([config.port])
  expect(text).toContain(new URL(config.siteUrl).hostname)
  const largest = Math.max(...[...text.matchAll(sizes)].map(([, size]) => Number(size) * unitBytes))
  expect(largest).toBeGreaterThan(largestFile + 64 * 1024)
  expect(text).toMatch(/(location = |respond )\/metrics\s+(\{\s+return )?404/)
  expect(text.split('{').length).toBe(text.split('}').length)
})

test('nginx passes WebSockets on, overwrites forwarding headers of clients, and logs neither query nor body', () => {
  const nginx = withoutComments(sample('nginx.conf'))
  expect(nginx).toContain('location = /realtime/v1/websocket {')
  expect(nginx).toContain('proxy_set_header Upgrade $http_upgrade;')
  expect(nginx).toContain('proxy_set_header X-Forwarded-For $remote_addr;')
  expect(nginx).not.toContain('$proxy_add_x_forwarded_for')
  const [, format = ''] = /log_format bkv '([^']+)';/.exec(nginx) ?? []
  const logged = format.match(/\$\w+/g)
  expect(logged).toContain('$uri')
  for (const variable of ['$request', '$request_uri', '$request_body', '$args', '$query_string', '$http_referer'])
    expect(logged).not.toContain(variable)
  // Clients send a heartbeat every 25 seconds.
  const [, seconds] = /websocket \{[^}]*proxy_read_timeout (\d+)s/.exec(nginx) ?? []
  expect(Number(seconds)).toBeGreaterThan(30)
})
