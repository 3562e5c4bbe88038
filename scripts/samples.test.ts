// The files in docs/samples match the server: its port, paths, limits and variables.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { expect, test } from 'vitest'
import { createAddressOf } from '../server/client-address.ts'
import { readConfig } from '../server/config.ts'
import { sizeLimitOf } from '../server/storage/uploads.ts'
import { temporaryFolder } from '../server/testing/cluster.ts'
import { readSample, sampleEnvironment, settingsIn } from './sample-environment.ts'

const root = join(import.meta.dirname, '..')
const withoutComments = (text: string) => text.replaceAll(/^\s*#.*$/gm, '')
const unit = readSample('bkv.service')
const fromSources = readSample('bkv-from-sources.conf')
const backup = readSample('bkv-backup.service')
const config = readConfig(sampleEnvironment('bkv.service'))
const upstream = `127.0.0.1:${config.port}`
const largestFile = sizeLimitOf({ id: '', public: false, file_size_limit: null, allowed_mime_types: null })

const hasProgram = (name: string) => spawnSync(name, ['--version']).error === undefined

/** The complaints of systemd about a unit. */
function verify(text: string, name = 'bkv.service') {
  const file = join(temporaryFolder(), name)
  // Replaces the programs, because they are installed elsewhere on this machine.
  writeFileSync(file, text.replaceAll(/^(ExecStart=)\S+/gm, `$1${process.execPath}`))
  const { stdout, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', file], { encoding: 'utf8' })
  return `${stdout}${stderr}`.split('\n').filter((line) => line.includes(name))
}

const units = ['bkv.service', 'bkv-from-sources.conf', 'bkv-backup.service', 'bkv-backup.timer']

test.each(units)('%s contains only sections, settings and comments', (name) => {
  const strange = readSample(name)
    .split('\n')
    .filter((line) => !/^(|#.*|\[(Unit|Service|Timer|Install)\]|[A-Z]\w+=.*)$/.test(line))
  expect(strange).toEqual([])
})

test.skipIf(!hasProgram('systemd-analyze'))('systemd accepts the units and reports an invalid one', () => {
  expect(verify(unit)).toEqual([])
  expect(verify(`${unit}\n${fromSources}`)).toEqual([])
  expect(verify(backup, 'bkv-backup.service')).toEqual([])
  expect(verify(readSample('bkv-backup.timer'), 'bkv-backup.timer').filter((line) => !line.includes('bkv-backup.service'))).toEqual([])
  expect(verify(unit.replace('KillMode=', 'KilMode=')).join()).toContain("Unknown key 'KilMode'")
})

test('the unit starts a release, stops it gracefully and lets it write to its data folder only', () => {
  expect(settingsIn(unit, 'ExecStart')).toEqual(['/opt/bkv/current/bin/bkv start'])
  expect(settingsIn(unit, 'ReadWritePaths')).toEqual([])
  expect(settingsIn(unit, 'KillMode')).toEqual(['mixed'])
  expect(settingsIn(unit, 'Restart')).toEqual(['on-failure'])
  // A stop takes the drain time, ten seconds for running requests, and up to 30 seconds for PostgreSQL.
  expect(Number(settingsIn(unit, 'TimeoutStopSec')[0])).toBeGreaterThan(config.drainMs / 1000 + 10 + 30)
  expect(config.dataDir).toBe(`/var/lib/${settingsIn(unit, 'StateDirectory')[0]}/data`)
  // V8 could not compile code with this setting.
  expect(settingsIn(unit, 'MemoryDenyWriteExecute')).toEqual([])
})

test('the drop-in for sources runs an existing script and lets it write to the folder where it installs and builds', () => {
  const [cleared, command = ''] = settingsIn(fromSources, 'ExecStart')
  expect(cleared).toBe('')
  expect(existsSync(join(root, command.split(' ')[1] ?? ''))).toBe(true)
  expect(settingsIn(fromSources, 'ReadWritePaths')).toEqual(settingsIn(fromSources, 'WorkingDirectory'))
})

test('the server accepts the sample variables in production behind a local proxy', () => {
  expect(config).toMatchObject({ production: true, seed: 'none', host: '127.0.0.1', mail: { transport: 'smtp' } })
  expect(config.calls.turn?.urls).toHaveLength(2)
  expect(createAddressOf(config.trustedProxies)('127.0.0.1', '203.0.113.9')).toBe('203.0.113.9')
})

const placeholders = Object.entries(parseEnv(readSample('env'))).filter(([, value]) => value?.includes('replace-me'))

test('every secret in the sample variables is a placeholder', () => {
  const secrets = Object.entries(parseEnv(readSample('env'))).filter(
    ([name, value]) => /SECRET|TOKEN|KEY/.test(name) || /:\/\/.*@/.test(value ?? ''),
  )
  expect(placeholders).toEqual(secrets)
  expect(secrets.map(([name]) => name)).toEqual(['METRICS_TOKEN', 'SMTP_URL', 'TURN_SECRET'])
})

test.each(placeholders)('production refuses the sample value of %s with an error that names it', (name, value) => {
  expect(() => readConfig({ ...sampleEnvironment('bkv.service'), [name]: value })).toThrow(
    `${name} still has the value of the sample file, which everybody knows; replace it.`,
  )
})

test.each([
  ['nginx.conf', /client_max_body_size (\d+)m;/g, 1024 ** 2],
  ['Caddyfile', /max_size (\d+)MB/g, 1000 ** 2],
])('%s forwards to the server, accepts its largest file, and hides the metrics', (name, sizes, unitBytes) => {
  const text = withoutComments(readSample(name))
  expect(text).toContain(upstream)
  expect([...text.matchAll(/127\.0\.0\.1:(\d+)/g)].map(([, port]) => Number(port))).toEqual([config.port])
  expect(text).toContain(new URL(config.siteUrl).hostname)
  const largest = Math.max(...[...text.matchAll(sizes)].map(([, size]) => Number(size) * unitBytes))
  expect(largest).toBeGreaterThan(largestFile + 64 * 1024)
  expect(text).toMatch(/(location = |respond )\/metrics\s+(\{\s+return )?404/)
  expect(text.split('{').length).toBe(text.split('}').length)
})

test('nginx forwards WebSockets, overwrites clients’ forwarding headers, and logs neither query nor body', () => {
  const nginx = withoutComments(readSample('nginx.conf'))
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

test('the backup runs as the server’s user on its data, and writes only to its own folder', () => {
  for (const key of ['User', 'Group', 'EnvironmentFile']) expect(settingsIn(backup, key)).toEqual(settingsIn(unit, key))
  const ofBackup = sampleEnvironment('bkv-backup.service')
  expect(readConfig(ofBackup).dataDir).toBe(config.dataDir)
  expect(ofBackup['BACKUP_DIR']).toBe(`/var/lib/${settingsIn(backup, 'StateDirectory')[0]}`)
  expect(settingsIn(backup, 'ReadWritePaths')).toEqual([`/var/lib/${settingsIn(unit, 'StateDirectory')[0]}`])
  const script = settingsIn(backup, 'ExecStart')[0]?.replace('/opt/bkv/current', root) ?? ''
  expect(statSync(script).mode & 0o111).toBe(0o111)
})

const relay = withoutComments(readSample('turnserver.conf'))

test('the relay listens at the addresses in TURN_URLS with the shared secret, and refuses to connect to its own network', () => {
  const settings = new Map([...relay.matchAll(/^([\w-]+)(?:=(.*))?$/gm)].map(([, name = '', value = '']) => [name, value]))
  const [plain = '', tls = ''] = config.calls.turn?.urls ?? []
  expect(plain).toBe(`turn:${settings.get('realm')}:${settings.get('listening-port')}?transport=udp`)
  expect(tls).toBe(`turns:${settings.get('realm')}:${settings.get('tls-listening-port')}?transport=tcp`)
  expect(settings.get('static-auth-secret')).toBe(parseEnv(readSample('env'))['TURN_SECRET'])
  expect(settings.has('use-auth-secret')).toBe(true)
  for (const first of ['10.0.0.0', '127.0.0.0', '169.254.0.0', '172.16.0.0', '192.168.0.0', '::1', 'fc00::', 'fe80::'])
    expect(relay).toMatch(new RegExp(`^denied-peer-ip=${first}(-|$)`, 'm'))
})

test.skipIf(!hasProgram('turnserver'))('coturn knows every setting of the relay', () => {
  const help = spawnSync('turnserver', ['--help'], { encoding: 'utf8' })
  const names = [...relay.matchAll(/^([\w-]+)/gm)].map(([, name = '']) => name)
  expect(names.filter((name) => !`${help.stdout}${help.stderr}`.includes(`--${name}`))).toEqual([])
})

test('every alert in operations.md has a Prometheus rule on a metric that operations.md names', () => {
  const operations = readFileSync(join(root, 'docs/operations.md'), 'utf8')
  const rules = withoutComments(readSample('prometheus-rules.yml'))
  const [, table = ''] = /\| alert on \|[^\n]*\n([\s\S]*?)\n\n/.exec(operations) ?? []
  const alertsOn = [...table.matchAll(/^\| ([^|]+) \|/gm)]
    .map(([, cell = '']) => /`(\w+)[`{]/.exec(cell)?.[1])
    .filter((name) => name !== undefined)
  expect(alertsOn.length).toBeGreaterThan(6)
  expect(alertsOn.filter((name) => !rules.includes(name))).toEqual([])
  const used = [...rules.matchAll(/\b(\w+)\{job="bkv"/g)].map(([, name = '']) => name)
  expect(used.filter((name) => name !== 'up' && !operations.includes(`\`${name}`))).toEqual([])
})

test.skipIf(!hasProgram('promtool'))('Prometheus accepts the rules', () => {
  expect(spawnSync('promtool', ['check', 'rules', join(root, 'docs/samples/prometheus-rules.yml')]).status).toBe(0)
})
