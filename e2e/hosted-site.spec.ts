// A site whose backend is elsewhere: what its pages show, what they show while the backend is down, and how soon changes appear.
import { type ChildProcess, spawn } from 'node:child_process'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { addressOf, LANGUAGES } from './access.ts'
import { expect, test } from './fixtures.ts'
import { employ, RAUF, rendered } from './public-doctors.ts'

/** A proxy to the backend that can be cut. */
async function lineTo(port: number) {
  const sockets = new Set<Socket>()
  const open = (on: number) =>
    new Promise<Server>((resolve) => {
      const server = createServer((socket) => {
        const other = connect(port, '127.0.0.1')
        for (const end of [socket, other]) {
          sockets.add(end)
          end.on('error', () => {})
          end.on('close', () => sockets.delete(end))
        }
        socket.pipe(other).pipe(socket)
      })
      server.listen(on, '127.0.0.1', () => resolve(server))
    })
  let server = await open(0)
  const { port: own } = server.address() as { port: number }
  return {
    url: `http://127.0.0.1:${own}`,
    cut: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
    async mend() {
      server = await open(own)
    },
  }
}

function startSite(backendUrl: string, key: string, port: number) {
  const env = { ...process.env, NODE_ENV: 'test', PORT: String(port), SUPABASE_URL: backendUrl, SUPABASE_PUBLISHABLE_KEY: key }
  return spawn(process.execPath, ['server/main.ts'], { env, stdio: ['ignore', 'ignore', 'inherit'] })
}

async function stop(server: ChildProcess) {
  const ended = new Promise((resolve) => server.once('exit', resolve))
  server.kill('SIGTERM')
  await ended
}

async function freePort() {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const { port } = probe.address() as { port: number }
  await new Promise((resolve) => probe.close(resolve))
  return port
}

test('a site without a backend of its own renders its doctors, keeps them while the backend is gone, and follows changes', {
  tag: '@long',
}, async ({ cast, site }) => {
  test.setTimeout(240_000)
  await employ(cast, [RAUF])
  const { supabaseKey } = (await (await fetch(`${site.url}/config.json`)).json()) as { supabaseKey: string }
  const line = await lineTo(Number(new URL(site.url).port))
  const port = await freePort()
  const server = startSite(line.url, supabaseKey, port)
  const own = `http://127.0.0.1:${port}`
  try {
    await expect
      .poll(
        () =>
          fetch(`${own}/healthz`).then(
            ({ status }) => status,
            () => 0,
          ),
        { timeout: 60_000 },
      )
      .toBe(200)
    for (const language of LANGUAGES) expect(await rendered(own + addressOf(language, '/doctors'))).toContain('Rauf')
    const [path = ''] = /\/doctors\/rauf-[a-z0-9-]+-[0-9a-f]{8}/.exec(await rendered(`${own}/doctors`)) ?? []
    expect(await rendered(own + path)).toContain('"@type":"Physician"')
    expect((await fetch(own + path)).headers.get('x-stale-since')).toBeNull()

    await line.cut()
    // The server refreshes the data after a minute at most. Until then nothing marks the page as stale.
    const staleSince = async () => (await fetch(own + path)).headers.get('x-stale-since')
    await expect.poll(staleSince, { timeout: 90_000, intervals: [1000] }).not.toBeNull()
    const stale = await rendered(`${own}/en/doctors`)
    expect(stale).toContain('Rauf')
    // A stale page offers no free times, because they may have been taken.
    expect(stale).not.toContain('&amp;time=')
    expect((await fetch(`${own}/doctors/nobody-00000000`)).status).toBe(404)

    await line.mend()
    await cast.write('PATCH', '/rest/v1/doctors?first_name=eq.Rauf&available=is.true', { specialization: 'Kardiyoloji' })
    await expect.poll(() => rendered(`${own}/en/doctors`), { timeout: 65_000, intervals: [1000] }).toContain('Cardiology')
    await expect.poll(staleSince, { timeout: 65_000 }).toBeNull()
  } finally {
    await line.cut()
    await stop(server)
  }
})
