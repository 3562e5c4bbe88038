// Content that admins add to the pages: everybody can read published entries, only admins drafts and versions, and only functions write.
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { anonymous, idOf, type Person, refusal, type Session, superuser, useClinic } from './clinic.ts'
import { faq, notice, PHOTO, project, publish, save } from './content.ts'

const db = useClinic()
const inTest = (work: (session: Session) => Promise<void>) => db.as(superuser, work)
const NOT_ADMINS = [anonymous, 'mallory', 'leyla', 'aylin'] as const
const EVERYBODY = [...NOT_ADMINS, 'nigar'] as const
const PUBLIC_COLUMNS = 'id, kind, slug, position, body, published_at'

const read = (session: Session, person: Person, columns = 'slug, body', table = 'site_content') =>
  session.as(person, ({ query }) => query(`select ${columns} from ${table}`))
const call = (session: Session, person: Person, sql: string, values: unknown[] = []) =>
  session.as(person, ({ query }) => query<{ result: number }>(`select ${sql} as result`, values))

/** The error of a refused attempt, with its details. */
async function failure(attempt: () => Promise<unknown>) {
  try {
    await attempt()
  } catch (error) {
    const { message, detail } = error as { message: string; detail: string }
    return [message, JSON.parse(detail)]
  }
  return ['was allowed']
}

test('everybody can read an entry while it is published, and only admins before and after', async () => {
  await inTest(async (session) => {
    const id = await save(session, project(), { slug: 'white-kitchen' })
    for (const person of NOT_ADMINS) expect(await read(session, person)).toEqual([])
    expect(await read(session, 'nigar')).toEqual([{ slug: 'white-kitchen', body: null }])
    expect(await publish(session, id)).toBe(1)
    for (const person of EVERYBODY)
      expect(await read(session, person, PUBLIC_COLUMNS)).toMatchObject([{ id, position: 1, body: project() }])
    await call(session, 'nigar', 'withdraw_content($1)', [id])
    for (const person of NOT_ADMINS) expect(await read(session, person)).toEqual([])
    expect(await read(session, 'nigar')).toEqual([{ slug: 'white-kitchen', body: null }])
  })
})

test('only admins can read drafts and versions, and visitors cannot read creation times', async () => {
  await inTest(async (session) => {
    await publish(session, await save(session, project()))
    for (const table of ['site_content_drafts', 'site_content_versions']) {
      expect(await read(session, 'nigar', 'body', table)).toEqual([{ body: project() }])
      for (const person of ['mallory', 'leyla', 'aylin'] as const) expect(await read(session, person, 'body', table)).toEqual([])
      expect((await refusal(read(session, anonymous, 'body', table)))[0]).toBe('42501')
    }
    expect((await refusal(read(session, anonymous, 'created_at')))[0]).toBe('42501')
  })
})

test('nobody can write the tables directly, not even an admin', async () => {
  await inTest(async (session) => {
    await publish(session, await save(session, project()))
    for (const person of EVERYBODY)
      for (const table of ['site_content', 'site_content_drafts', 'site_content_versions'])
        for (const sql of [
          `delete from ${table}`,
          `update ${table} set body = null`,
          `insert into ${table} default values`,
          `truncate ${table}`,
        ])
          expect((await refusal(session.as(person, ({ query }) => query(sql))))[0]).toBe('42501')
  })
})

const CALLS: [string, (id: string) => unknown[]][] = [
  ['save_content_draft($1, $2, $3, $4, 0)', () => [randomUUID(), 'notice', null, notice()]],
  ['publish_content($1, 1)', (id) => [id]],
  ['withdraw_content($1)', (id) => [id]],
  ['delete_content($1)', (id) => [id]],
  ['restore_content($1, 1, 1)', (id) => [id]],
  ['share_content_preview($1)', (id) => [id]],
  ["order_content('project', array[$1]::uuid[])", (id) => [id]],
]

test.each(CALLS)('%s can be called by admins only', async (sql, valuesOf) => {
  await inTest(async (session) => {
    const id = await save(session, project())
    await publish(session, id)
    for (const person of NOT_ADMINS) expect((await refusal(call(session, person, sql, valuesOf(id))))[0]).toBe('42501')
    expect(await call(session, 'nigar', sql, valuesOf(id))).toHaveLength(1)
  })
})

test('anybody with the address of a preview sees the draft, and another token shows nothing', async () => {
  await inTest(async (session) => {
    await save(session, faq(), { slug: 'which-cities' })
    await save(session, project(), { slug: 'white-kitchen' })
    const [draft] = await session.query<{ token: string }>(
      "select preview_token as token from site_content_drafts join site_content on id = content_id where slug = 'which-cities'",
    )
    for (const person of EVERYBODY) {
      const preview = (token?: string) => session.as(person, ({ query }) => query('select * from get_content_preview($1)', [token]))
      expect(await preview(draft?.token)).toEqual([{ kind: 'faq', slug: 'which-cities', body: faq() }])
      expect(await preview(randomUUID())).toEqual([])
    }
  })
})

test('the address of a preview works for seven days after an admin shares it, and is then replaced', async () => {
  await inTest(async (session) => {
    const id = await save(session, notice())
    const share = async () => {
      const [row] = await session.as('nigar', ({ query }) =>
        query<{ token: string; left: string }>('select token, valid_until - now() as left from share_content_preview($1)', [id]),
      )
      return row
    }
    const preview = (token?: string) => session.as(anonymous, ({ query }) => query('select kind from get_content_preview($1)', [token]))
    const endsIn = (time: string) => session.query('update site_content_drafts set preview_until = now() + $1::interval', [time])

    await endsIn('1 second')
    const first = await share()
    expect(first?.left).toMatchObject({ days: 7 })
    await endsIn('1 second')
    expect((await share())?.token).toBe(first?.token)
    expect(await preview(first?.token)).toEqual([{ kind: 'notice' }])

    await endsIn('0 seconds')
    expect(await preview(first?.token)).toEqual([])
    const second = await share()
    expect(await preview(second?.token)).toEqual([{ kind: 'notice' }])
    expect(await preview(first?.token)).toEqual([])
  })
})

test('a hash shows whether the draft differs from the published body', async () => {
  await inTest(async (session) => {
    const isPublished = async () => {
      const [row] = await session.as('nigar', ({ query }) =>
        query<{ same: boolean | null }>(
          'select c.body_md5 = d.body_md5 as same from site_content c join site_content_drafts d on d.content_id = c.id',
        ),
      )
      return row?.same
    }
    const id = await save(session, notice())
    expect(await isPublished()).toBe(null)
    await publish(session, id)
    expect(await isPublished()).toBe(true)
    await save(session, notice({ texts: { tr: 'Bugün kapalıyız.' } }), { id, version: 1 })
    expect(await isPublished()).toBe(false)
    await call(session, 'nigar', 'restore_content($1, 1, 2)', [id])
    expect(await isPublished()).toBe(true)
  })
})

test('a stale editor gets the latest version number and saves nothing', async () => {
  await inTest(async (session) => {
    const id = await save(session, faq({ answers: { tr: 'Bir' } }))
    await save(session, faq({ answers: { tr: 'İki' } }), { id, version: 1 })
    for (const attempt of [
      () => save(session, faq({ answers: { tr: 'Üç' } }), { id, version: 1 }),
      () => publish(session, id, 1),
      () => call(session, 'nigar', 'restore_content($1, 1, 1)', [id]),
    ])
      expect(await failure(attempt)).toEqual(['content_changed', { version: 2 }])
    expect(await read(session, 'nigar', "body -> 'answers' ->> 'tr' as answer, version", 'site_content_drafts')).toEqual([
      { answer: 'İki', version: 2 },
    ])
  })
})

test('a stale editor of a deleted entry gets version 0 and can create the entry again', async () => {
  await inTest(async (session) => {
    const id = await save(session, notice())
    await call(session, 'nigar', 'delete_content($1)', [id])
    expect(await failure(() => save(session, notice(), { id, version: 1 }))).toEqual(['content_changed', { version: 0 }])
    expect(await save(session, notice(), { id })).toBe(id)
  })
})

test('an attempt repeated after a lost response changes nothing', async () => {
  await inTest(async (session) => {
    const id = await save(session, notice())
    await save(session, notice(), { id })
    expect([await publish(session, id), await publish(session, id)]).toEqual([1, 1])
    for (const sql of ['withdraw_content($1)', 'withdraw_content($1)', 'delete_content($1)', 'delete_content($1)'])
      await call(session, 'nigar', sql, [id])
    expect(await session.query("select action from audit_log where action like 'content.%' order by id")).toEqual(
      ['content.saved', 'content.published', 'content.withdrawn', 'content.deleted'].map((action) => ({ action })),
    )
  })
})

test('the last ten versions are kept, and restoring one changes only the draft', async () => {
  await inTest(async (session) => {
    const text = (number: number) => notice({ texts: { tr: `Duyuru ${number}` } })
    const id = await save(session, text(1))
    await publish(session, id, 1)
    for (let number = 2; number <= 11; number++) {
      await save(session, text(number), { id, version: number - 1 })
      expect(await publish(session, id, number)).toBe(number)
    }
    expect(await read(session, 'nigar', 'min(number), count(*)::integer, max(number)', 'site_content_versions')).toEqual([
      { min: 2, count: 10, max: 11 },
    ])
    expect(await failure(() => call(session, 'nigar', 'restore_content($1, 1, 11)', [id]))).toEqual(['version_gone', {}])
    expect(await call(session, 'nigar', 'restore_content($1, 2, 11)', [id])).toEqual([{ result: 12 }])
    expect(await read(session, 'nigar', 'body, version', 'site_content_drafts')).toEqual([{ body: text(2), version: 12 }])
    expect(await read(session, anonymous)).toEqual([{ slug: null, body: text(11) }])
    expect(await read(session, 'nigar', 'distinct published_by', 'site_content_versions')).toEqual([{ published_by: idOf('nigar') }])
  })
})

test('a slug is unique per kind and cannot change while the entry is published', async () => {
  await inTest(async (session) => {
    const id = await save(session, project(), { slug: 'white-kitchen' })
    const other = await save(session, project(), { slug: 'white-kitchen-2' })
    await save(session, faq(), { slug: 'white-kitchen' })
    expect(await failure(() => save(session, project(), { slug: 'white-kitchen' }))).toEqual(['slug_taken', {}])
    expect(await failure(() => save(session, project(), { id: other, version: 1, slug: 'white-kitchen' }))).toEqual(['slug_taken', {}])
    await save(session, project(), { id, version: 1, slug: 'black-kitchen' })
    await publish(session, id, 2)
    expect(await failure(() => save(session, project(), { id, version: 2, slug: 'white-kitchen' }))).toEqual(['slug_is_published', {}])
    expect(await read(session, anonymous, 'slug')).toEqual([{ slug: 'black-kitchen' }])
  })
})

test('an added question cannot take the address of a specified one, and an existing one keeps its address', async () => {
  const source = readFileSync(join(import.meta.dirname, '../../web/src/content/faq-ids.ts'), 'utf8')
  const specified = [...source.matchAll(/^ {2}'([a-z]+)',$/gm)].map(([, id = '']) => id)
  await inTest(async (session) => {
    const [known] = await session.query<{ source: string }>(
      "select prosrc as source from pg_proc where oid = 'private.is_question_of_the_site'::regproc",
    )
    expect(known?.source.match(/(?<=')[a-z]+(?=')/g)).toEqual(specified)
    expect(specified).toHaveLength(16)
    const id = await save(session, faq(), { slug: 'parking' })
    for (const slug of specified) {
      expect(await failure(() => save(session, faq(), { slug }))).toEqual(['slug_taken', {}])
      expect(await failure(() => save(session, faq(), { id, version: 1, slug }))).toEqual(['slug_taken', {}])
    }
    await save(session, project(), { slug: 'refund' })
    await session.query("update site_content set slug = 'refund' where id = $1", [id])
    await save(session, faq({ answers: { tr: 'Evet.' } }), { id, version: 1, slug: 'refund' })
    expect(await publish(session, id, 2)).toBe(1)
  })
})

test.each([
  ['project', 200],
  ['faq', 100],
  ['notice', 50],
] as const)('the kind %s is limited to %i entries', async (kind, most) => {
  await inTest(async (session) => {
    await session.query(
      `insert into site_content (id, kind, slug, position)
       select gen_random_uuid(), $1, case when $1 <> 'notice' then 'entry-' || n end, n from generate_series(1, $2::integer) as n`,
      [kind, most],
    )
    const body = { project, faq, notice }[kind]()
    expect(await failure(() => save(session, body))).toEqual(['too_many_entries', { most }])
    await session.query('delete from site_content where position = 1')
    await save(session, body)
  })
})

test('entries appear in the order that an admin set, with unlisted ones at the end', async () => {
  await inTest(async (session) => {
    const ids: string[] = []
    for (const slug of ['first', 'second', 'third']) {
      const id = await save(session, project(), { slug })
      await publish(session, id)
      ids.push(id)
    }
    await call(session, 'nigar', "order_content('project', $1)", [[ids[2], ids[0], randomUUID()]])
    expect(await session.as(anonymous, ({ query }) => query('select slug, position from site_content order by position'))).toEqual([
      { slug: 'third', position: 1 },
      { slug: 'first', position: 2 },
      { slug: 'second', position: 3 },
    ])
    const many = Array.from({ length: 201 }, () => randomUUID())
    expect(await failure(() => call(session, 'nigar', "order_content('project', $1)", [many]))).toEqual(['content_invalid', {}])
  })
})

test('the log has author, action and entry, but not the text', async () => {
  await inTest(async (session) => {
    const id = await save(session, project(), { slug: 'white-kitchen' })
    await publish(session, id)
    await call(session, 'nigar', 'restore_content($1, 1, 1)', [id])
    await call(session, 'nigar', "order_content('project', $1)", [[id]])
    await call(session, 'nigar', 'withdraw_content($1)', [id])
    await call(session, 'nigar', 'delete_content($1)', [id])
    const log = await session.query<{ action: string }>(
      "select actor, action, subject, details from audit_log where action like 'content.%' order by id",
    )
    const entry = { actor: idOf('nigar'), subject: `content:${id}`, details: { kind: 'project', slug: 'white-kitchen' } }
    expect(log).toEqual([
      { ...entry, action: 'content.saved' },
      { ...entry, action: 'content.published', details: { ...entry.details, number: 1 } },
      { ...entry, action: 'content.restored', details: { ...entry.details, number: 1 } },
      { ...entry, action: 'content.withdrawn' },
      { ...entry, action: 'content.deleted' },
    ])
  })
})

test('photos in an entry, a draft or a version count as used', async () => {
  await inTest(async (session) => {
    const of = (path: string) => project({ photos: [{ path, alts: { tr: 'Mutfak' } }] })
    const inUse = async () =>
      (await session.query<{ photo: string }>('select private.site_photos_in_use() as photo')).map(({ photo }) => photo)
    const [older, newer] = [randomUUID(), randomUUID()]
    const id = await save(session, of(`${older}.jpg`))
    await publish(session, id)
    await save(session, of(newer), { id, version: 1 })
    expect((await inUse()).toSorted()).toEqual([older, newer].toSorted())
    await call(session, 'nigar', 'withdraw_content($1)', [id])
    expect(await inUse()).toHaveLength(2)
    await call(session, 'nigar', 'delete_content($1)', [id])
    expect(await inUse()).toEqual([])
    expect(PHOTO).not.toContain('.jpg')
  })
})
