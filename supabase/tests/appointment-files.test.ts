import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anonymous, arrange, type Clinic, idOf, openClinic, type Person, refusal, type Session, superuser } from './clinic.ts'

let db: Clinic
beforeAll(async () => {
  db = await openClinic()
})
afterAll(() => db.drop())

const RECORD_FORBIDDEN = ['42501', 'permission denied']
const OBJECT_FORBIDDEN = ['42501', 'new row violates row-level security policy for table "objects"']

function addRecord(session: Session, person: Person, appointment: string, values: Record<string, unknown> = {}) {
  const row = {
    appointment_id: appointment,
    file_name: 'Tahlil sonuçları.pdf',
    file_path: `${appointment}/1763000000000-tahlil.pdf`,
    file_size: 1000,
    file_type: 'application/pdf',
    ...(typeof person === 'string' ? { uploaded_by: idOf(person) } : {}),
    ...values,
  }
  const columns = Object.keys(row)
  return session.as(person, ({ query }) =>
    query<{ id: string }>(
      `insert into appointment_files (${columns.join(', ')}) values (${columns.map((_, n) => `$${n + 1}`).join(', ')}) returning id`,
      Object.values(row),
    ),
  )
}

function addObject(
  session: Session,
  person: Person,
  name: string,
  { owner = typeof person === 'string' ? idOf(person) : null, bucket = 'appointment-files', size = 1000 } = {},
) {
  return session.as(person, ({ query }) =>
    query('insert into storage.objects (bucket_id, name, owner_id, metadata) values ($1, $2, $3, $4) returning name', [
      bucket,
      name,
      owner,
      { size },
    ]),
  )
}

const withAppointment = (work: (session: Session, id: string) => Promise<void>, status = 'confirmed') =>
  db.as(superuser, async (owner) => work(owner, (await arrange(owner, 'leyla', db.aylin, { startsIn: '1 hour', status })).id))

test('the bucket is private, 50 MB, with the offered types', async () => {
  const [bucket] = await db.as(superuser, ({ query }) =>
    query("select public, file_size_limit, cardinality(allowed_mime_types) as types from storage.buckets where id = 'appointment-files'"),
  )
  expect(bucket).toEqual({ public: false, file_size_limit: String(50 * 1024 * 1024), types: 11 })
})

describe.each([
  ['records', addRecord, 'appointment_files', RECORD_FORBIDDEN],
  [
    'objects',
    (session: Session, person: Person, id: string) => addObject(session, person, `${id}/1-a.pdf`),
    'storage.objects',
    OBJECT_FORBIDDEN,
  ],
] as const)('%s', (_, add, table, forbidden) => {
  test.each(['leyla', 'aylin'])('%s adds one, both read it', async (person) => {
    await withAppointment(async (session, id) => {
      await add(session, person, id)
      for (const reader of ['leyla', 'aylin'])
        expect(await session.as(reader, ({ query }) => query(`select from ${table}`))).toHaveLength(1)
    })
  })

  test.each(['nigar', 'murat', 'rauf', 'mallory'])('%s neither adds nor reads any', async (person) => {
    await withAppointment(async (session, id) => {
      expect(await refusal(add(session, person, id))).toEqual(forbidden)
      await add(session, 'leyla', id)
      expect(await session.as(person, ({ query }) => query(`select from ${table}`))).toHaveLength(0)
    })
  })

  test('anonymous people neither add nor read any', async () => {
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
  ])('a %s appointment takes uploads: %s', async (status, expected) => {
    await withAppointment(async (session, id) => {
      expect(await refusal(add(session, 'leyla', id))).toEqual(expected ? 'was allowed' : forbidden)
    }, status)
  })
})

describe('a record', () => {
  test('is in its appointment’s folder, of an offered type and size, by its uploader, one an object', async () => {
    await withAppointment(async (session, id) => {
      const attempt = (values: Record<string, unknown>) => refusal(addRecord(session, 'leyla', id, values))
      const inFolder = ['23514', 'appointment_files_path_is_in_its_folder']
      expect(await attempt({ file_path: `${idOf('other')}/1-a.pdf` })).toEqual(inFolder)
      expect(await attempt({ file_path: `${id}/../x/1-a.pdf` })).toEqual(inFolder)
      for (const name of ['', '..', 'a b', 'a\nb', 'a\u202eb', '.hidden', 'a/b'])
        expect(await attempt({ file_path: `${id}/${name}` })).toEqual(inFolder)
      expect(await attempt({ file_path: `${id.toUpperCase()}/1-a.pdf` })).toEqual(inFolder)
      expect(await attempt({ file_name: `x${' '.repeat(300)}` })).toEqual(['23514', 'appointment_files_name_is_given'])
      expect(await attempt({ file_type: 'text/html' })).toEqual(['23514', 'appointment_files_type_is_offered'])
      expect(await attempt({ file_size: 50 * 1024 * 1024 + 1 })).toEqual(['23514', 'appointment_files_size_is_at_most_50_mb'])
      expect(await attempt({ file_name: ' ' })).toEqual(['23514', 'appointment_files_name_is_given'])
      expect(await attempt({ uploaded_by: idOf('aylin') })).toEqual([
        '42501',
        'new row violates row-level security policy for table "appointment_files"',
      ])
      expect(await attempt({ uploaded_at: '2020-01-01' })).toEqual(['42501', 'permission denied for table appointment_files'])
      expect(await attempt({})).toBe('was allowed')
      expect(await attempt({})).toEqual(['23505', 'appointment_files_path_is_single'])
    })
  })

  test('of the other’s object cannot be made', async () => {
    await withAppointment(async (session, id) => {
      await addObject(session, 'aylin', `${id}/1-a.pdf`)
      const attempt = (person: Person) => refusal(addRecord(session, person, id, { file_path: `${id}/1-a.pdf` }))
      expect(await attempt('leyla')).toEqual(['42501', 'new row violates row-level security policy for table "appointment_files"'])
      expect(await attempt('aylin')).toBe('was allowed')
    })
  })

  test('is removed by its uploader only, and changed by nobody', async () => {
    await withAppointment(async (session, id) => {
      await addRecord(session, 'leyla', id)
      for (const person of ['aylin', 'nigar', 'murat']) {
        expect(await session.as(person, ({ query }) => query('delete from appointment_files returning 1'))).toHaveLength(0)
      }
      expect((await refusal(session.as('leyla', ({ query }) => query("update appointment_files set file_name = 'x'"))))[0]).toBe('42501')
      expect(await session.as('leyla', ({ query }) => query('delete from appointment_files returning 1'))).toHaveLength(1)
    })
  })

  test('is one of at most 40, 500 MB together', async () => {
    await withAppointment(async (session, id) => {
      const size = 50 * 1024 * 1024
      for (let n = 0; n < 10; n++) await addRecord(session, 'leyla', id, { file_path: `${id}/${n}-a.pdf`, file_size: size })
      expect(await refusal(addRecord(session, 'leyla', id, { file_path: `${id}/x`, file_size: 1 }))).toEqual(['P0001', 'too_many_files'])
      await session.query('update appointment_files set file_size = 1')
      for (let n = 10; n < 40; n++) await addRecord(session, n % 2 ? 'leyla' : 'aylin', id, { file_path: `${id}/${n}-a.pdf` })
      expect(await refusal(addRecord(session, 'aylin', id, { file_path: `${id}/x` }))).toEqual(['P0001', 'too_many_files'])
    })
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

  test('cannot be put under another spelling of the folder', async () => {
    await withAppointment(async (session, id) => {
      expect(await refusal(addObject(session, 'leyla', `${id.toUpperCase()}/1-a.pdf`))).toEqual(OBJECT_FORBIDDEN)
    })
  })

  test('cannot be put in another’s name or another bucket', async () => {
    await withAppointment(async (session, id) => {
      await session.query("insert into storage.buckets (id, name) values ('other', 'other')")
      expect(await refusal(addObject(session, 'leyla', `${id}/1-a.pdf`, { owner: idOf('aylin') }))).toEqual(OBJECT_FORBIDDEN)
      expect(await refusal(addObject(session, 'leyla', `${id}/1-a.pdf`, { bucket: 'other' }))).toEqual(OBJECT_FORBIDDEN)
    })
  })

  test('is one of at most 40, records or not', async () => {
    await withAppointment(async (session, id) => {
      for (let n = 0; n < 40; n++) await addObject(session, 'leyla', `${id}/${n}-a.pdf`)
      expect(await refusal(addObject(session, 'leyla', `${id}/x.pdf`))).toEqual(OBJECT_FORBIDDEN)
    })
  })

  test('is one of at most 40, however many are uploaded at once', async () => {
    const other = await openClinic()
    const { id } = await other.keep(superuser, (owner) => arrange(owner, 'leyla', other.aylin, { startsIn: '1 hour' }))
    const uploads = Array.from({ length: 45 }, (_, n) =>
      refusal(other.keep('leyla', (leyla) => addObject(leyla, 'leyla', `${id}/${n}-a.pdf`))),
    )
    const answers = await Promise.all(uploads)
    expect(answers.filter((answer) => answer === 'was allowed')).toHaveLength(40)
    await other.drop()
  })

  test('is removed by its owner only, and changed by nobody', async () => {
    await withAppointment(async (session, id) => {
      await addObject(session, 'leyla', `${id}/1-a.pdf`)
      // As the storage service asks: plain deletes of objects are refused on hosted as well.
      await session.query("select set_config('storage.allow_delete_query', 'true', true)")
      for (const person of ['aylin', 'nigar', 'murat']) {
        expect(await session.as(person, ({ query }) => query('delete from storage.objects returning 1'))).toHaveLength(0)
      }
      expect(await session.as('leyla', ({ query }) => query("update storage.objects set name = 'x' returning 1"))).toHaveLength(0)
      expect(await session.as('leyla', ({ query }) => query('delete from storage.objects returning 1'))).toHaveLength(1)
    })
  })
})
