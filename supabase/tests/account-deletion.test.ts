// Deleting accounts with the secret key: an account that must stay is refused with a reason, not with a server error.
import { expect, test } from 'vitest'
import { book, emailOf, idOf, superuser } from './clinic.ts'
import { useClinicServer } from './clinic-server.ts'

const clinic = useClinicServer()

const refusalOf = async (name: string, isSoft = false) => {
  const { error } = await clinic.withSecretKey.auth.admin.deleteUser(idOf(name), isSoft)
  return error && [error.status, error.code, error.message]
}

test.each([false, true])('the last admin cannot be deleted (soft: %s)', async (isSoft) => {
  expect(await refusalOf('nigar', isSoft)).toEqual([409, 'conflict', 'User cannot be deleted: last_admin'])
})

test('a user with appointments can only be erased; a user without any can be deleted', async () => {
  await clinic.keep('leyla', (db) => book(db, 'leyla', clinic.aylin))
  const [status, code, message] = (await refusalOf('leyla')) ?? []
  expect([status, code]).toEqual([409, 'conflict'])
  expect(message).toMatch(/^User cannot be deleted: still referenced by \w+$/)
  expect(await refusalOf('mallory')).toBeNull()
})

test('erasing an account has a longer timeout than other writes, because there may be much to erase', async () => {
  await clinic.keep(superuser, async ({ query }) => {
    await query('create function private.dawdle() returns trigger language plpgsql as $$ begin perform pg_sleep(1.3); return new; end $$')
    await query('create trigger dawdle before insert on public.audit_log for each row execute function private.dawdle()')
  })
  const murat = await clinic.clientOf('murat')
  expect((await murat.rpc('erase_my_account', { confirmation: emailOf('murat') })).error).toBeNull()
  const [account] = await clinic.as(superuser, ({ query }) => query('select deleted_at from auth.users where id = $1', [idOf('murat')]))
  expect(account?.['deleted_at']).toEqual(expect.any(Date))
})
