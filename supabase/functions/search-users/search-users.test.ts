import { beforeAll, describe, expect, test } from 'vitest'
import { addPerson, emailOf, idOf, type Name, superuser } from '../../tests/clinic.ts'
import { invoke, useClinicServer } from '../../tests/clinic-server.ts'

const clinic = useClinicServer()
beforeAll(async () => {
  await clinic.keep(superuser, async ({ query }) => {
    for (let n = 10; n < 25; n++) await addPerson({ query }, `crowd.${n}`)
    for (const name of ['a+b', 'a_b', 'axb', 'a*b', 'a%b']) await addPerson({ query }, name)
  })
})

const search = async (name: Name, q: unknown) =>
  invoke(await clinic.clientOf(name), 'search-users', { body: { q } as Record<string, unknown> })
const idsFor = async (q: string) => ((await search('nigar', q)).answer as { users: { id: string }[] }).users.map(({ id }) => id)

test('an admin finds a user by the whole address, in upper or lower case, with names and roles', async () => {
  expect(await search('nigar', ` ${emailOf('aylin').toUpperCase()} `)).toEqual({
    status: 200,
    error: undefined,
    answer: { users: [{ id: idOf('aylin'), email: emailOf('aylin'), first_name: 'aylin', last_name: 'Test', roles: ['doctor'] }] },
  })
})

test('an admin finds users by part of the address and by id', async () => {
  expect(await idsFor('mall')).toEqual([idOf('mallory')])
  expect(await idsFor(idOf('leyla'))).toEqual([idOf('leyla')])
  expect(await idsFor(idOf('leyla').toUpperCase())).toEqual([idOf('leyla')])
  expect(await idsFor(idOf('nobody'))).toEqual([])
})

test('at most ten users are returned', async () => {
  expect(await idsFor('crowd.')).toHaveLength(10)
  expect(await idsFor('@')).toHaveLength(10)
})

test.each(['a+b', 'a_b', 'a*b', 'a%b'])('%s matches only these characters', async (q) => {
  expect(await idsFor(q)).toEqual([idOf(q)])
})

test.each(['.*', '\\', '(', '[a-z]', '^', '$', 'a|m', '",or=(email.is.null)', "' or 1=1 --", '%', '\u0000', '👩‍⚕️'])(
  '%j matches no user as a pattern',
  async (q) => {
    const { status, answer } = await search('nigar', q)
    const found = status === 200 ? (answer as { users: { email: string }[] }).users : []
    expect([200, 400]).toContain(status)
    expect(found.every(({ email }) => email.includes(q))).toBe(true)
  },
)

describe('refusals', () => {
  test.each(['leyla', 'aylin', 'mallory'] as const)('%s, who is not an admin, learns nothing', async (name) => {
    expect(await search(name, emailOf('aylin'))).toMatchObject({
      status: 403,
      answer: { code: 'not_allowed' },
      error: 'FunctionsHttpError',
    })
  })

  test('a visitor, the secret key, a forged token and the token of an ended session are refused', async () => {
    const body = { q: emailOf('aylin') }
    for (const client of [clinic.visitor, clinic.withSecretKey, clinic.clientWith('eyJhbGciOiJub25lIn0.e30.')]) {
      expect(await invoke(client, 'search-users', { body })).toMatchObject({ status: 401, error: 'FunctionsHttpError' })
    }
    const ended = await clinic.tokenOf('nigar')
    await clinic.keep(superuser, ({ query }) => query('delete from auth.sessions where user_id = $1', [idOf('nigar')]))
    expect(await invoke(clinic.clientWith(ended), 'search-users', { body })).toMatchObject({
      status: 401,
      answer: { code: 'not_signed_in' },
    })
  })

  test.each([[undefined], [null], [7], [['a']], [{}], [''], ['  '], ['x'.repeat(255)]])('%j is not a valid query', async (q) => {
    expect(await search('nigar', q)).toMatchObject({ status: 400, answer: { code: 'invalid_query' } })
  })

  test('other methods, invalid bodies and large bodies get different errors', async () => {
    const nigar = await clinic.clientOf('nigar')
    expect(await invoke(nigar, 'search-users', { method: 'GET' })).toMatchObject({ status: 405, answer: { code: 'wrong_method' } })
    for (const body of ['[1]', '"q"', '{q:1}', 'null']) {
      expect(await invoke(nigar, 'search-users', { body })).toMatchObject({ status: 400, answer: { code: 'invalid_body' } })
    }
    expect(await search('nigar', 'x'.repeat(100_000))).toMatchObject({ status: 413, answer: { code: 'body_too_large' } })
  })
})
