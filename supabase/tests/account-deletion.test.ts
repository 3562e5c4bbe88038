// Deleting accounts with the secret key: what the rules keep is answered with a reason, not with a server error.
import { expect, test } from 'vitest'
import { book, idOf } from './clinic.ts'
import { useClinicServer } from './clinic-server.ts'

const clinic = useClinicServer()

const refusalOf = async (name: string, isSoft = false) => {
  const { error } = await clinic.withSecretKey.auth.admin.deleteUser(idOf(name), isSoft)
  return error && [error.status, error.code, error.message]
}

test.each([false, true])('the last admin stays (soft: %s)', async (isSoft) => {
  expect(await refusalOf('nigar', isSoft)).toEqual([409, 'conflict', 'User cannot be deleted: last_admin'])
})

test('somebody with appointments stays until they are erased; somebody without any goes', async () => {
  await clinic.keep('leyla', (db) => book(db, 'leyla', clinic.aylin))
  const [status, code, message] = (await refusalOf('leyla')) ?? []
  expect([status, code]).toEqual([409, 'conflict'])
  expect(message).toMatch(/^User cannot be deleted: still referenced by \w+$/)
  expect(await refusalOf('mallory')).toBeNull()
})
