import { afterAll, beforeAll, expect, test } from 'vitest'
import { anonymous, emailOf, freshDatabase, idOf, serviceRole, superuser, type TestDatabase } from './database.ts'

let db: TestDatabase

beforeAll(async () => {
  db = await freshDatabase('sample')
  await db.keep(superuser, async ({ query }) => {
    for (const name of ['ada', 'bo']) await query('insert into auth.users (id, email) values ($1, $2)', [idOf(name), emailOf(name)])
  })
})
afterAll(() => db.drop())

test('a person acts with their own rights and identity', async () => {
  const [row] = await db.as('ada', ({ query }) =>
    query("insert into notes (body) values ('mine') returning owner_id, current_user::text as role"),
  )
  expect(row).toEqual({ owner_id: idOf('ada'), role: 'authenticated' })
})

test('changes of a test are rolled back afterwards', async () => {
  await db.as('ada', ({ query }) => query("insert into notes (body) values ('gone')"))
  expect(await db.as(superuser, ({ query }) => query('select from notes'))).toHaveLength(0)
})

test('two users act in one transaction, each with their own identity', async () => {
  await db.as('ada', async (ada) => {
    await ada.query("insert into notes (body) values ('private'), ('another')")
    expect(await ada.as('bo', (bo) => bo.query('select from notes'))).toHaveLength(0)
    expect(await ada.query('select from notes')).toHaveLength(2)
  })
})

test('a failing statement does not abort the rest of the transaction', async () => {
  await db.as('ada', async (ada) => {
    await ada.query("insert into notes (body) values ('first')")
    await expect(ada.query("insert into notes (body) values ('')")).rejects.toThrow('notes_body_is_short')
    expect(await ada.query('select from notes')).toHaveLength(1)
  })
})

test('anonymous, service role and superuser have different rights', async () => {
  const whoIsIt = (person: Parameters<typeof db.as>[0]) =>
    db.as(person, ({ query }) => query('select current_user::text as role, auth.uid() as uid'))
  expect(await whoIsIt(anonymous)).toEqual([{ role: 'anon', uid: null }])
  expect(await whoIsIt(serviceRole)).toEqual([{ role: 'service_role', uid: null }])
  expect((await whoIsIt(superuser))[0]?.['role']).not.toMatch(/anon|authenticated|service_role/)
})

test('a fresh database is created in well under a second', async () => {
  const times: number[] = []
  for (let n = 0; n < 3; n++) {
    const started = performance.now()
    const other = await freshDatabase('sample')
    times.push(performance.now() - started)
    await other.drop()
  }
  expect(Math.min(...times)).toBeLessThan(1000)
})
