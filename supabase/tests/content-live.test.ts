// Notifications to the server about public content only, and simultaneous editors.
import pg from 'pg'
import { expect, test } from 'vitest'
import { type Session, superuser, useClinic } from './clinic.ts'
import { notice, publish, save } from './content.ts'

const db = useClinic()

const act = (sql: string, values: unknown[]) => db.keep('nigar', ({ query }) => query(`select ${sql}`, values))
const keep = <Result>(work: (session: Session) => Promise<Result>) => db.keep(superuser, work)

test('pages are notified when an entry is published, moved, withdrawn or deleted, but not when a draft is saved', async () => {
  const client = new pg.Client({ connectionString: db.url })
  const heard: string[] = []
  client.on('notification', ({ payload = '' }) => heard.push(payload))
  await client.connect()
  await client.query('listen public_data')
  /** The notifications since the last call. They arrive in order, before the response to a later statement. */
  const told = async () => {
    await client.query('select 1')
    return heard.splice(0)
  }
  try {
    const [id, other] = [await keep((session) => save(session, notice())), await keep((session) => save(session, notice()))]
    expect(await told()).toEqual([])
    await keep((session) => publish(session, id))
    expect(await told()).toEqual(['content'])
    await keep((session) => save(session, notice({ texts: { tr: 'Başka' } }), { id, version: 1 }))
    expect(await told()).toEqual([])
    await act("order_content('notice', $1)", [[other, id]])
    expect(await told()).toEqual(['content'])
    await act('withdraw_content($1)', [id])
    expect(await told()).toEqual(['content'])
    await act('delete_content($1)', [id])
    expect(await told()).toEqual([])
    await keep((session) => publish(session, other))
    await act('delete_content($1)', [other])
    expect(await told()).toEqual(['content', 'content'])
  } finally {
    await client.end()
  }
})

test('exactly one of several simultaneous saves succeeds, and the others report the change', async () => {
  const id = await keep((session) => save(session, notice()))
  const attempts = ['Bir', 'İki', 'Üç', 'Dört'].map((text) =>
    keep((session) => save(session, notice({ texts: { tr: text } }), { id, version: 1 })),
  )
  const outcomes = await Promise.allSettled(attempts)
  const reasons = outcomes.flatMap((each) => (each.status === 'rejected' ? [(each.reason as Error).message] : []))
  expect(reasons).toEqual(['content_changed', 'content_changed', 'content_changed'])
})

test('exactly one of several entries created at once with one slug is stored', async () => {
  const body = { category: 'general', questions: { tr: 'Soru?' }, answers: { tr: 'Yanıt' } }
  const attempts = Array.from({ length: 4 }, () => keep((session) => save(session, body, { slug: 'same-slug' })))
  const outcomes = await Promise.allSettled(attempts)
  const reasons = outcomes.flatMap((each) => (each.status === 'rejected' ? [(each.reason as Error).message] : []))
  expect(reasons).toEqual(['slug_taken', 'slug_taken', 'slug_taken'])
})
