// This server confirms sign-ups at once, so nobody has proved that their address is theirs.
import { expect, test } from 'vitest'
import { useClinicWithMail } from '../../tests/clinic-mail.ts'
import { invoke } from '../../tests/clinic-server.ts'

const clinic = useClinicWithMail({ RATE_LIMITS: 'off', AUTH_CONFIRM_EMAIL: 'off' })
const email = 'invited@example.test'
const password = 'Correct1Horse!'

test('a stranger who signed up with an invited address does not get the role', async () => {
  const { data } = await clinic.visitor.auth.signUp({ email, password, options: { data: { first_name: 'Mallory' } } })
  const stranger = data.session?.access_token ?? ''
  expect((await clinic.clientWith(stranger).from('profiles').select('first_name')).data).toEqual([{ first_name: 'Mallory' }])
  await clinic.collect()

  const body = { email, role: 'admin', language: 'en', full_name: 'Ada Colleague' }
  expect((await invoke(await clinic.clientOf('nigar'), 'invite-person', { body })).answer).toMatchObject({ state: 'invited' })
  expect((await clinic.clientWith(stranger).from('user_roles').select('role')).data ?? []).toEqual([])
  expect((await clinic.visitor.auth.signInWithPassword({ email, password })).error?.code).toBe('invalid_credentials')

  let link = ''
  await expect
    .poll(async () => {
      link = (await clinic.collect()).map(({ text }) => /^http.+$/m.exec(text ?? '')?.[0] ?? '').find(Boolean) ?? ''
      return link
    })
    .not.toBe('')
  const opened = await fetch(link, { redirect: 'manual' })
  const owner = new URLSearchParams(new URL(opened.headers.get('location') ?? '').hash.slice(1)).get('access_token') ?? ''
  const theirs = clinic.clientWith(owner)
  expect((await theirs.from('user_roles').select('role')).data).toContainEqual({ role: 'admin' })
  expect((await theirs.from('profiles').select('first_name').eq('email', email)).data).toEqual([{ first_name: 'Ada' }])
  expect((await clinic.clientWith(stranger).from('user_roles').select('role')).data ?? []).toEqual([])
})
