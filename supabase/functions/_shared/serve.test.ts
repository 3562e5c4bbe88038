// Checks the access control of the helpers in serve.ts on every function.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { idOf, superuser } from '../../tests/clinic.ts'
import { type Client, invoke, useClinicServer } from '../../tests/clinic-server.ts'

const all = readdirSync(join(import.meta.dirname, '..'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !entry.name.startsWith('_'))
  .map(({ name }) => name)

const clinic = useClinicServer()
let scheduled: string[]
let forged: Client
beforeAll(async () => {
  scheduled = (
    await clinic.as(superuser, ({ query }) => query<{ name: string }>('select name from private.scheduled_functions order by name'))
  ).map(({ name }) => name)
  const [header, , signature] = (await clinic.tokenOf('nigar')).split('.')
  const claims = { sub: idOf('nigar'), role: 'service_role', aud: 'authenticated', exp: 4_000_000_000 }
  forged = clinic.clientWith(`${header}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.${signature}`)
})

test('scheduled functions accept only the secret key: no visitor, patient, doctor or admin', async () => {
  const callers = [clinic.visitor, forged, ...(await Promise.all((['mallory', 'leyla', 'aylin', 'nigar'] as const).map(clinic.clientOf)))]
  for (const name of scheduled) {
    for (const caller of callers) expect([name, (await invoke(caller, name, { body: {} })).status]).toEqual([name, 401])
    expect([name, (await invoke(clinic.withSecretKey, name, { method: 'GET' })).status]).toEqual([name, 405])
  }
  expect(scheduled.length).toBeGreaterThan(0)
})

test('the secret key is accepted only in its header and only in full', async () => {
  const { secret } = clinic.keys
  const [name = ''] = scheduled
  const call = (headers: Record<string, string>, query = '') =>
    fetch(`${clinic.url}/functions/v1/${name}${query}`, { method: 'POST', headers })
  for (const headers of [
    { apikey: secret.slice(0, -1) },
    { apikey: `${secret}x` },
    { apikey: '' },
    { authorization: `Bearer ${secret}` },
  ]) {
    expect((await call(headers as Record<string, string>)).status).toBe(401)
  }
  expect((await call({}, `?apikey=${secret}`)).status).toBe(401)
})

describe.each(all)('%s', (name) => {
  test('a forged token is refused, even together with a key', async () => {
    expect((await invoke(forged, name, { body: {} })).status).toBe(401)
  })

  test('refusals reveal nothing about the server', async () => {
    for (const body of ['', '{', '[]', '{"__proto__":{"admin":true}}']) {
      const { status, answer } = await invoke(clinic.visitor, name, { body })
      expect(status).toBeGreaterThanOrEqual(400)
      expect(status).toBeLessThan(500)
      expect(JSON.stringify(answer)).not.toMatch(/\bat \S+:\d+|node_modules|sb_secret|select |postgres/i)
    }
  })
})
