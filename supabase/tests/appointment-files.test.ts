import { describe, expect, test } from 'vitest'
import { anonymous, arrange, idOf, openClinic, type Person, refusal, type Session, superuser, useClinic } from './clinic.ts'
import { addObject, addRecord } from './files.ts'

const db = useClinic()

const RECORD_FORBIDDEN = ['42501', 'permission denied']
const OBJECT_FORBIDDEN = ['42501', 'new row violates row-level security policy for table "objects"']

const withAppointment = (work: (session: Session, id: string) => Promise<void>, status = 'confirmed') =>
  db.as(superuser, async (owner) => work(owner, (await arrange(owner, 'leyla', db.aylin, { startsIn: '1 hour', status })).id))

test('the bucket is private, 50 MB, with the offered types', async () => {
  const [bucket] = await db.as(superuser, ({ query }) =>
    query("select public, file_size_limit, cardinality(allowed_mime_types) as types from storage.buckets where id = 'appointment-files'"),
  )
  expect(bucket).toEqual({ public: false, file_size_limit: String(50 * 1024 * 1024), types: 11 })
})

describe.each([
  ['records', (session: Session, person: Person, id: string) => addRecord(session, person, id), 'appointment_files', RECORD_FORBIDDEN],
  [
    'objects',
    (session: Session, person: Person, id: string) => addObject(session, person, `${id}/1-a.pdf`),
    'storage.objects',
    OBJECT_FORBIDDEN,
  ],
] as const)('%s', (_, add, table, forbidden) => {
  test.each(['leyla', 'aylin'])('%s can add a file, and both can read it', async (person) => {
    await withAppointment(async (session, id) => {
      await add(session, person, id)
      for (const reader of ['leyla', 'aylin'])
        expect(await session.as(reader, ({ query }) => query(`select from ${table}`))).toHaveLength(1)
    })
  })

  test.each([
    ['pending', ['leyla']],
    ['confirmed', ['leyla', 'aylin']],
    ['completed', ['leyla', 'aylin']],
    ['cancelled', ['leyla']],
  ])('files of a %s appointment can be read by %j', async (status, readers) => {
    await withAppointment(async (session, id) => {
      await add(session, 'leyla', id)
      await session.query('update appointments set status = $2 where id = $1', [id, status])
      for (const person of ['leyla', 'aylin', 'nigar', 'murat', 'rauf', 'mallory']) {
        const seen = await session.as(person, ({ query }) => query(`select from ${table}`))
        expect([person, seen.length > 0]).toEqual([person, readers.includes(person)])
      }
    })
  })

  test.each(['nigar', 'murat', 'rauf', 'mallory'])('%s can neither add nor read files', async (person) => {
    await withAppointment(async (session, id) => {
      expect(await refusal(add(session, person, id))).toEqual(forbidden)
      await add(session, 'leyla', id)
      expect(await session.as(person, ({ query }) => query(`select from ${table}`))).toHaveLength(0)
    })
  })

  test('visitors can neither add nor read files', async () => {
    await withAppointment(async (session, id) => {
      expect((await refusal(add(session, anonymous, id)))[0]).toBe('42501')
      await add(session, 'leyla', id)
      const seen = await session.as(anonymous, ({ query }) => query(`select from ${table}`)).catch(() => [])
      expect(seen).toHaveLength(0)
    })
  })

  test.each([
    ['pending', false],
    ['confirmed', true],
    ['completed', true],
    ['cancelled', false],
  ])('a %s appointment accepts uploads: %s', async (status, expected) => {
    await withAppointment(async (session, id) => {
      expect(await refusal(add(session, 'leyla', id))).toEqual(expected ? 'was allowed' : forbidden)
    }, status)
  })
})

describe('an object', () => {
  test.each(['not-a-uuid/1-a.pdf', '1-a.pdf', 'FOLDER/sub/1-a.pdf', 'FOLDER/', '../FOLDER/1-a.pdf', 'FOLDER/..', 'FOLDER/a\nb'])(
    'cannot be put at %s',
    async (path) => {
      await withAppointment(async (session, id) => {
        expect(await refusal(addObject(session, 'leyla', path.replace('FOLDER', id)))).toEqual(OBJECT_FORBIDDEN)
      })
    },
  )

  test('cannot be stored under another spelling of the folder', async () => {
    await withAppointment(async (session, id) => {
      expect(await refusal(addObject(session, 'leyla', `${id.toUpperCase()}/1-a.pdf`))).toEqual(OBJECT_FORBIDDEN)
    })
  })

  test('cannot be stored in another user’s name or in another bucket', async () => {
    await withAppointment(async (session, id) => {
      await session.query("insert into storage.buckets (id, name) values ('other', 'other')")
      expect(await refusal(addObject(session, 'leyla', `${id}/1-a.pdf`, { owner: idOf('aylin') }))).toEqual(OBJECT_FORBIDDEN)
      expect(await refusal(addObject(session, 'leyla', `${id}/1-a.pdf`, { bucket: 'other' }))).toEqual(OBJECT_FORBIDDEN)
    })
  })

  test('cannot replace an object that still has a record', async () => {
    await withAppointment(async (session, id) => {
      await addRecord(session, 'leyla', id, { file_path: `${id}/1-a.pdf` })
      await session.query("select set_config('storage.allow_delete_query', 'true', true)")
      await session.query('delete from storage.objects')
      expect(await refusal(addObject(session, 'leyla', `${id}/1-a.pdf`, { mimetype: 'text/plain' }))).toEqual(OBJECT_FORBIDDEN)
      await session.query('delete from appointment_files')
      expect(await refusal(addObject(session, 'leyla', `${id}/1-a.pdf`))).toBe('was allowed')
    })
  })

  test('is limited to 40 for an appointment, with or without records', async () => {
    await withAppointment(async (session, id) => {
      for (let n = 0; n < 40; n++) await addObject(session, 'leyla', `${id}/${n}-a.pdf`)
      expect(await refusal(addObject(session, 'leyla', `${id}/x.pdf`))).toEqual(OBJECT_FORBIDDEN)
    })
  })

  const addUnfinished = (session: Session, key: string, bytes = 1000) =>
    session.as(superuser, ({ query }) =>
      query(
        "insert into storage.s3_multipart_uploads (id, upload_signature, bucket_id, key, version, in_progress_size) values ($1, 'tus', 'appointment-files', $1, $1, $2)",
        [key, bytes],
      ),
    )
  const isLimitReached = (session: Session, person: Person, id: string) =>
    session.as(
      person,
      async ({ query }) => (await query<{ reached: boolean }>('select is_file_limit_reached($1) as reached', [id]))[0]?.reached,
    )

  test('shares its limit with unfinished uploads, and its own upload does not count twice', async () => {
    await withAppointment(async (session, id) => {
      for (let n = 0; n < 38; n++) await addObject(session, 'leyla', `${id}/${n}-a.pdf`)
      await addUnfinished(session, `${id}/own.pdf`)
      await addUnfinished(session, `${id.replace(/^./, (first) => (first === '0' ? '1' : '0'))}/elsewhere.pdf`)
      expect(await isLimitReached(session, 'leyla', id)).toBe(false)
      await addUnfinished(session, `${id}/other.pdf`)
      expect(await isLimitReached(session, 'leyla', id)).toBe(true)
      expect(await refusal(addObject(session, 'leyla', `${id}/third.pdf`))).toEqual(OBJECT_FORBIDDEN)
      expect(await refusal(addObject(session, 'aylin', `${id}/own.pdf`))).toBe('was allowed')
    })
    await withAppointment(async (session, id) => {
      await addUnfinished(session, `${id}/large.pdf`, 500 * 1024 * 1024)
      expect(await refusal(addObject(session, 'leyla', `${id}/a.pdf`))).toEqual(OBJECT_FORBIDDEN)
    })
  })

  test('reveals only to people who may upload whether the limit is reached', async () => {
    await withAppointment(async (session, id) => {
      for (let n = 0; n < 40; n++) await addUnfinished(session, `${id}/${n}-a.pdf`)
      for (const person of ['leyla', 'aylin']) expect(await isLimitReached(session, person, id)).toBe(true)
      for (const person of ['nigar', 'murat', 'rauf', 'mallory']) expect(await isLimitReached(session, person, id)).toBe(false)
      expect((await refusal(isLimitReached(session, anonymous, id)))[0]).toBe('42501')
      for (const person of ['leyla', anonymous] as const)
        expect(await session.as(person, ({ query }) => query('select from storage.s3_multipart_uploads'))).toEqual([])
      await session.query("update appointments set status = 'cancelled' where id = $1", [id])
      expect(await isLimitReached(session, 'leyla', id)).toBe(false)
    })
  })

  test('is limited to 40 for an appointment, even with simultaneous uploads', async () => {
    const other = await openClinic()
    const { id } = await other.keep(superuser, (owner) => arrange(owner, 'leyla', other.aylin, { startsIn: '1 hour' }))
    const uploads = Array.from({ length: 45 }, (_, n) =>
      refusal(other.keep('leyla', (leyla) => addObject(leyla, 'leyla', `${id}/${n}-a.pdf`))),
    )
    const answers = await Promise.all(uploads)
    expect(answers.filter((answer) => answer !== 'was allowed')).toEqual(Array.from({ length: 5 }, () => OBJECT_FORBIDDEN))
    await other.drop()
  })

  test('can be removed only by its owner and changed by nobody', async () => {
    await withAppointment(async (session, id) => {
      await addObject(session, 'leyla', `${id}/1-a.pdf`)
      // The storage service sets this too, because hosted Supabase refuses plain deletes of objects.
      await session.query("select set_config('storage.allow_delete_query', 'true', true)")
      for (const person of ['aylin', 'nigar', 'murat']) {
        expect(await session.as(person, ({ query }) => query('delete from storage.objects returning 1'))).toHaveLength(0)
      }
      expect(await session.as('leyla', ({ query }) => query("update storage.objects set name = 'x' returning 1"))).toHaveLength(0)
      expect(await session.as('leyla', ({ query }) => query('delete from storage.objects returning 1'))).toHaveLength(1)
    })
  })
})
