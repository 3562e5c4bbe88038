import { describe, expect, test } from 'vitest'
import { addPerson, anonymous, type Clinic, idOf, openClinic, refusal, serviceRole, superuser, useClinic } from './clinic.ts'

const db = useClinic()

const claim = 'insert into user_roles (user_id, role) values ($1, $2)'
const FORBIDDEN = ['42501', 'new row violates row-level security policy for table "user_roles"']

test('users can read their own roles, admins everybody’s, visitors none', async () => {
  const count = (person: Parameters<typeof db.as>[0]) => db.as(person, async ({ query }) => (await query('select from user_roles')).length)
  expect(await count('aylin')).toBe(1)
  expect(await count('mallory')).toBe(0)
  expect(await count('nigar')).toBe(3)
  expect(await refusal(count(anonymous))).toEqual(['42501', 'permission denied for table user_roles'])
})

test('an admin can grant and revoke roles', async () => {
  await db.as('nigar', async ({ query }) => {
    await query(claim, [idOf('mallory'), 'doctor'])
    await query(claim, [idOf('mallory'), 'admin'])
    expect(await query('delete from user_roles where user_id = $1 returning role', [idOf('mallory')])).toHaveLength(2)
  })
})

test.each(['mallory', 'leyla', 'aylin'])('%s cannot grant a role to anybody', async (person) => {
  for (const role of ['admin', 'doctor', 'patient']) {
    for (const name of [person, 'murat']) {
      expect(await refusal(db.as(person, ({ query }) => query(claim, [idOf(name), role])))).not.toBe('was allowed')
    }
  }
})

test('only an admin can revoke a role, and nobody can change one', async () => {
  await db.as('aylin', async (aylin) => {
    expect(await aylin.query('delete from user_roles returning role')).toHaveLength(0)
  })
  expect(await refusal(db.as('nigar', ({ query }) => query("update user_roles set role = 'admin'")))).toEqual([
    '42501',
    'permission denied for table user_roles',
  ])
})

test('the same role can be granted only once', async () => {
  expect(await refusal(db.as('nigar', ({ query }) => query(claim, [idOf('aylin'), 'doctor'])))).toEqual(['23505', 'user_roles_pkey'])
})

describe('the last admin', () => {
  test('cannot give up the role', async () => {
    expect(await refusal(db.as('nigar', ({ query }) => query("delete from user_roles where role = 'admin'")))).toEqual([
      'P0001',
      'last_admin',
    ])
  })

  test('cannot be deleted or marked as deleted', async () => {
    for (const sql of ['delete from auth.users where id = $1', 'update auth.users set deleted_at = now() where id = $1']) {
      expect(await refusal(db.as(superuser, ({ query }) => query(sql, [idOf('nigar')])))).toEqual(['P0001', 'last_admin'])
    }
  })

  test('two admins cannot both be removed in one statement', async () => {
    await db.as('nigar', async (nigar) => {
      await nigar.query(claim, [idOf('mallory'), 'admin'])
      expect(await refusal(nigar.query("delete from user_roles where role = 'admin'"))).toEqual(['P0001', 'last_admin'])
      expect(
        await nigar.query("delete from user_roles where role = 'admin' and user_id = $1 returning role", [idOf('nigar')]),
      ).toHaveLength(1)
    })
  })

  test('is not confused with an admin whose account was deleted', async () => {
    await db.as(superuser, async (owner) => {
      await owner.query(claim, [idOf('mallory'), 'admin'])
      await owner.query('update auth.users set deleted_at = now() where id = $1', [idOf('mallory')])
      expect(await refusal(owner.query("delete from user_roles where user_id = $1 and role = 'admin'", [idOf('nigar')]))).toEqual([
        'P0001',
        'last_admin',
      ])
    })
  })

  test('one of two admins who give up the role at once keeps it', async () => {
    const other = await openClinic()
    await other.keep('nigar', ({ query }) => query(claim, [idOf('mallory'), 'admin']))
    const leave = (name: string) =>
      refusal(other.keep(name, ({ query }) => query("delete from user_roles where user_id = $1 and role = 'admin'", [idOf(name)])))
    const answers = await Promise.all([leave('nigar'), leave('mallory')])
    expect(answers.filter((answer) => answer === 'was allowed')).toHaveLength(1)
    expect(answers).toContainEqual(['P0001', 'last_admin'])
    await other.drop()
  })
})

describe('while there is no admin', () => {
  const withoutAdmin = async () => {
    const other = await openClinic()
    // Disables the trigger, which protects the last admin even from the owner of the database.
    await other.keep(superuser, ({ query }) =>
      query(
        "alter table user_roles disable trigger user; delete from user_roles where role = 'admin'; alter table user_roles enable trigger user",
      ),
    )
    return other
  }

  test('everybody can read that there is none', async () => {
    const ask = (database: Clinic, person: Parameters<typeof db.as>[0]) =>
      database.as(person, async ({ query }) => (await query('select no_admin_exists() as answer'))[0])
    const other = await withoutAdmin()
    for (const person of [anonymous, 'leyla', serviceRole]) {
      expect(await ask(other, person)).toEqual({ answer: true })
      expect(await ask(db, person)).toEqual({ answer: false })
    }
    await other.drop()
  })

  test('a signed-in user can claim the role once, only for themselves', async () => {
    const other = await withoutAdmin()
    await other.as('leyla', async (leyla) => {
      expect(await refusal(leyla.query(claim, [idOf('murat'), 'admin']))).toEqual(FORBIDDEN)
      expect(await refusal(leyla.query(claim, [idOf('leyla'), 'doctor']))).toEqual(FORBIDDEN)
      await leyla.query(claim, [idOf('leyla'), 'admin'])
      expect(await refusal(leyla.as('murat', ({ query }) => query(claim, [idOf('murat'), 'admin'])))).toEqual(FORBIDDEN)
    })
    expect(await refusal(other.as(anonymous, ({ query }) => query(claim, [idOf('leyla'), 'admin'])))).toEqual([
      '42501',
      'permission denied for table user_roles',
    ])
    await other.drop()
  })

  test('exactly one of forty simultaneous claims succeeds, in every round', async () => {
    const other = await withoutAdmin()
    const crowd = Array.from({ length: 40 }, (_, n) => `claimant ${n}`)
    await other.keep(superuser, async (owner) => {
      for (const name of crowd) await addPerson(owner, name)
    })
    for (let round = 0; round < 5; round++) {
      const answers = await Promise.all(crowd.map((name) => refusal(other.keep(name, ({ query }) => query(claim, [idOf(name), 'admin'])))))
      expect(answers.filter((answer) => answer === 'was allowed')).toHaveLength(1)
      expect(answers.filter((answer) => answer !== 'was allowed')).toEqual(Array.from({ length: 39 }, () => FORBIDDEN))
      await other.keep(superuser, ({ query }) =>
        query(
          "alter table user_roles disable trigger user; delete from user_roles where role = 'admin'; alter table user_roles enable trigger user",
        ),
      )
    }
    await other.drop()
  })
})
