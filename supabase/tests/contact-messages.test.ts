import { describe, expect, test } from 'vitest'
import { anonymous, idOf, type Person, refusal, type Session, superuser, useClinic } from './clinic.ts'

const db = useClinic()

function write(session: Session, values: Record<string, unknown> = {}) {
  const row = { name: 'Ziyaretçi', email: 'visitor@example.test', message: 'Merhaba', ...values }
  const columns = Object.keys(row)
  return session.query(
    `insert into contact_messages (${columns.join(', ')}) values (${columns.map((_, n) => `$${n + 1}`).join(', ')})`,
    Object.values(row),
  )
}

test.each<Person>([anonymous, 'leyla', 'aylin', 'nigar'])('%o can send a message', async (person) => {
  expect(await refusal(db.as(person, (session) => write(session)))).toBe('was allowed')
})

test('a message is stored as written, trimmed, with the id from the sender', async () => {
  await db.as(anonymous, async (visitor) => {
    await write(visitor, { id: idOf('message'), name: ' Ayşe ', phone: '  ', message: '\n Soru? ', language: 'ru', service: 'legal' })
    const [row] = await visitor.as('nigar', ({ query }) => query('select * from contact_messages'))
    expect(row).toMatchObject({
      id: idOf('message'),
      name: 'Ayşe',
      phone: null,
      message: 'Soru?',
      language: 'ru',
      service: 'legal',
      handled_at: null,
      sender_id: null,
    })
  })
})

test('only admins can read messages and mark them as handled', async () => {
  await db.as(anonymous, async (visitor) => {
    await write(visitor)
    expect((await refusal(visitor.query('select from contact_messages')))[0]).toBe('42501')
    for (const person of ['leyla', 'aylin']) {
      await visitor.as(person, async ({ query }) => {
        expect(await query('select from contact_messages')).toHaveLength(0)
        expect(await query('update contact_messages set handled_at = now() returning 1')).toHaveLength(0)
      })
    }
    await visitor.as('nigar', async ({ query }) => {
      expect(await query('update contact_messages set handled_at = now() returning 1')).toHaveLength(1)
      expect(await refusal(query("update contact_messages set message = 'x'"))).toEqual([
        '42501',
        'permission denied for table contact_messages',
      ])
      expect(await refusal(query('delete from contact_messages'))).toEqual(['42501', 'permission denied for table contact_messages'])
    })
  })
})

test('a signed-in sender cannot read their own message in the table', async () => {
  await db.as('leyla', async (leyla) => {
    await write(leyla)
    expect(await leyla.query('select from contact_messages')).toHaveLength(0)
  })
})

describe('a message is refused', () => {
  test.each<[string, Record<string, unknown>, unknown]>([
    ['with a blank name', { name: ' ' }, ['23514', 'contact_messages_name_is_given']],
    ['with a name of 101 characters', { name: 'x'.repeat(101) }, ['23514', 'contact_messages_name_is_given']],
    ['with a blank message', { message: '\n' }, ['23514', 'contact_messages_message_is_given']],
    ['with a message of 2001 characters', { message: 'x'.repeat(2001) }, ['23514', 'contact_messages_message_is_given']],
    ['with an invalid address', { email: 'visitor' }, ['23514', 'contact_messages_email_is_an_address']],
    ['with two addresses', { email: 'a@b.cc\nd@e.ff' }, ['23514', 'contact_messages_email_is_an_address']],
    ['with an address that a mail header cannot contain', { email: 'a[b]@c.dd' }, ['23514', 'contact_messages_email_is_an_address']],
    ['with a list of addresses', { email: 'a,b@c.dd' }, ['23514', 'contact_messages_email_is_an_address']],
    ['with a mail header as name', { name: 'A\r\nBcc: b@c.dd' }, ['23514', 'contact_messages_name_is_given']],
    ['in an unknown language', { language: 'de' }, ['23514', 'contact_messages_language_is_offered']],
    ['about an unknown service', { service: 'travel' }, ['23514', 'contact_messages_service_is_offered']],
    ['with a time of handling', { handled_at: '2030-01-01' }, ['42501', 'permission denied for table contact_messages']],
    ['with a time of creation', { created_at: '2020-01-01' }, ['42501', 'permission denied for table contact_messages']],
    ['in another’s name', { sender_id: idOf('leyla') }, ['42501', 'permission denied for table contact_messages']],
  ])('%s', async (_, values, expected) => {
    expect(await refusal(db.as(anonymous, (visitor) => write(visitor, values)))).toEqual(expected)
  })

  test('together with others in one request', async () => {
    const several = "insert into contact_messages (name, email, message) values ('a', 'a@b.cc', 'x'), ('b', 'b@b.cc', 'x')"
    expect(await refusal(db.as(anonymous, ({ query }) => query(several)))).toEqual(['P0001', 'too_many_messages'])
  })

  test('as the twenty-first from one network within an hour; other networks are not affected', async () => {
    await db.as(anonymous, async (visitor) => {
      let n = 0
      const from = async (headers: Record<string, string>) => {
        await visitor.query("select set_config('request.headers', $1, true)", [JSON.stringify(headers)])
        return refusal(write(visitor, { email: `v${n++}@example.test` }))
      }
      const through = (hops: string) => from({ 'x-forwarded-for': hops })
      for (let count = 0; count < 20; count++) expect(await through(`2001:db8:0:7::${count}, 10.0.0.1`)).toBe('was allowed')
      expect(await through('2001:DB8:0:7:1:2:3:4')).toEqual(['P0001', 'too_many_messages'])
      for (let count = 0; count < 20; count++) expect(await from({ 'cf-connecting-ip': '192.0.2.1' })).toBe('was allowed')
      expect(await from({ 'cf-connecting-ip': '::ffff:192.0.2.1', 'x-forwarded-for': '192.0.2.9' })).toEqual(['P0001', 'too_many_messages'])
      for (const hops of ['2001:db8:0:8::1', '192.0.2.2', 'unknown', '']) expect(await through(hops)).toBe('was allowed')
      const [counted] = await visitor.as(superuser, ({ query }) =>
        query<{ hits: number }>("select hits from private.rate_counters where key = encode(sha256('contact'), 'hex')"),
      )
      expect(counted?.hits).toBe(44)
    })
  })

  test('as the sixth from one address within an hour, in upper or lower case', async () => {
    await db.as(anonymous, async (visitor) => {
      for (let n = 0; n < 5; n++) await write(visitor, { email: n % 2 ? 'visitor@example.test' : 'Visitor@Example.test' })
      expect(await refusal(write(visitor))).toEqual(['P0001', 'too_many_messages'])
      expect(await refusal(write(visitor, { email: 'other@example.test' }))).toBe('was allowed')
    })
  })
})
