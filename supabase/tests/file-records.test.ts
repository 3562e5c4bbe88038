// The record of a file: its valid values, and that it matches the stored object.
import { describe, expect, test } from 'vitest'
import { arrange, idOf, type Person, refusal, type Session, serviceRole, superuser, useClinic } from './clinic.ts'
import { addObject, addRecord, type StoredObject } from './files.ts'

const db = useClinic()

const NOT_ALLOWED = ['P0001', 'file_not_allowed']

const withAppointment = (work: (session: Session, id: string) => Promise<void>) =>
  db.as(superuser, async (owner) => work(owner, (await arrange(owner, 'leyla', db.aylin, { startsIn: '1 hour' })).id))

describe('a record', () => {
  test('must have a path in its appointment’s folder, an allowed type and size, its uploader, and an object of its own', async () => {
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
      await session.query("select set_config('storage.allow_delete_query', 'true', true)")
      await session.query('delete from storage.objects')
      expect(await attempt({})).toBe('was allowed')
      expect(await attempt({})).toEqual(['23505', 'appointment_files_path_is_single'])
    })
  })

  test.each([
    ['pdf', 'application/pdf'],
    ['jpg', 'image/jpeg'],
    ['JPEG', 'image/jpeg'],
    ['png', 'image/png'],
    ['GIF', 'image/gif'],
    ['txt', 'text/plain'],
    ['doc', 'application/msword'],
    ['docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
    ['zip', 'application/zip'],
    ['zip', 'application/x-zip-compressed'],
    ['rar', 'application/vnd.rar'],
    ['rar', 'application/x-rar-compressed'],
  ])('for a .%s is accepted with the type %s and with no other', async (extension, type) => {
    await withAppointment(async (session, id) => {
      const values = { file_name: `Tahlil.${extension}`, file_path: `${id}/1-a.${extension}`, file_type: type }
      for (const other of ['application/pdf', 'text/plain'].filter((each) => each !== type)) {
        expect(await refusal(addRecord(session, 'leyla', id, { ...values, file_type: other }, null))).toEqual(NOT_ALLOWED)
      }
      expect(await refusal(addRecord(session, 'leyla', id, values, { mimetype: `${type}; charset=utf-8` }))).toBe('was allowed')
    })
  })

  test.each(['Tahlil sonucu.hta', 'virus.exe', 'a.pdf.exe', 'a.pdf ', 'a.pdf.', 'pdf', 'a.pdfx', 'a.xpdf', 'a.html', 'a.txt'])(
    'is refused if it names a PDF “%s”',
    async (file_name) => {
      await withAppointment(async (session, id) => {
        expect(await refusal(addRecord(session, 'leyla', id, { file_name }))).toEqual(NOT_ALLOWED)
      })
    },
  )

  test.each<[string, Record<string, unknown>, StoredObject]>([
    ['no contents', {}, null],
    ['another type', {}, { mimetype: 'text/plain' }],
    ['another size', {}, { size: 999 }],
    ['an unknown size and type', {}, { size: null, mimetype: null }],
    ['another extension in its path', { file_path: 'FOLDER/1-a.hta' }, {}],
  ])('is refused for both participants and the secret key if its object has %s', async (_, values, stored) => {
    await withAppointment(async (session, id) => {
      const filled = Object.fromEntries(Object.entries(values).map(([key, value]) => [key, String(value).replace('FOLDER', id)]))
      for (const person of ['leyla', 'aylin', serviceRole]) {
        await session.query("select set_config('storage.allow_delete_query', 'true', true)")
        await session.query('delete from storage.objects')
        const uploader = typeof person === 'string' ? person : 'leyla'
        expect(await refusal(addRecord(session, person, id, { ...filled, uploaded_by: idOf(uploader) }, stored))).toEqual(NOT_ALLOWED)
      }
    })
  })

  test('is refused for an object in another bucket or queued for removal', async () => {
    await withAppointment(async (session, id) => {
      await session.query("insert into storage.buckets (id, name) values ('other', 'other')")
      await addObject(session, superuser, `${id}/1763000000000-tahlil.pdf`, { bucket: 'other' })
      expect(await refusal(addRecord(session, 'leyla', id, {}, null))).toEqual(NOT_ALLOWED)
      await session.query("insert into private.files_to_remove (path) values ($1 || '/1763000000000-tahlil.pdf')", [id])
      expect(await refusal(addRecord(session, 'leyla', id))).toEqual(NOT_ALLOWED)
    })
  })

  test('cannot have control or direction characters in its name; letters of all scripts, joiners and emoji are allowed', async () => {
    await withAppointment(async (session, id) => {
      const attempt = (file_name: string) => refusal(addRecord(session, 'leyla', id, { file_name }))
      const hidden = [
        0x01, 0x09, 0x0a, 0x0d, 0x1f, 0x7f, 0x85, 0x9f, 0x61c, 0x200e, 0x200f, 0x2028, 0x2029, 0x202a, 0x202e, 0x2066, 0x2069, 0x206a,
      ]
      for (const code of hidden) {
        const [state, constraint] = await attempt(`rapor${String.fromCodePoint(code)}fdp.pdf`)
        expect([code, state, constraint]).toEqual([code, '23514', expect.stringMatching(/^appointment_files_name_is_(plain_text|given)$/)])
      }
      expect(await attempt('تقرير ‌نهایی – “Şəkil” 👩‍⚕️ (2).pdf')).toBe('was allowed')
    })
  })

  test('cannot be created for the other participant’s object', async () => {
    await withAppointment(async (session, id) => {
      await addObject(session, 'aylin', `${id}/1-a.pdf`)
      const attempt = (person: Person) => refusal(addRecord(session, person, id, { file_path: `${id}/1-a.pdf` }, null))
      expect(await attempt('leyla')).toEqual(['42501', 'new row violates row-level security policy for table "appointment_files"'])
      expect(await attempt('aylin')).toBe('was allowed')
    })
  })

  test('can be removed only by its uploader', async () => {
    await withAppointment(async (session, id) => {
      await addRecord(session, 'leyla', id)
      for (const person of ['aylin', 'nigar', 'murat']) {
        expect(await session.as(person, ({ query }) => query('delete from appointment_files returning 1'))).toHaveLength(0)
      }
      expect(await session.as('leyla', ({ query }) => query('delete from appointment_files returning 1'))).toHaveLength(1)
    })
  })

  test.each(['pending', 'cancelled'])('in a %s appointment can be removed by the patient who uploaded the file', async (status) => {
    await withAppointment(async (session, id) => {
      await addRecord(session, 'leyla', id)
      await addRecord(session, 'aylin', id, { file_path: `${id}/2-b.pdf` })
      await session.query('update appointments set status = $2 where id = $1', [id, status])
      expect(await session.as('leyla', ({ query }) => query('delete from appointment_files returning 1'))).toHaveLength(1)
      await session.query("select set_config('storage.allow_delete_query', 'true', true)")
      expect(await session.as('leyla', ({ query }) => query('delete from storage.objects returning 1'))).toHaveLength(1)
    })
  })

  test.each(['leyla', 'aylin', 'nigar', serviceRole, superuser])('cannot be changed by %j', async (person) => {
    await withAppointment(async (session, id) => {
      await addRecord(session, 'leyla', id)
      for (const change of [
        "file_name = 'x.pdf'",
        "file_type = 'text/plain'",
        'file_size = 1',
        "file_path = appointment_id || '/2-b.pdf'",
        `uploaded_by = '${idOf('aylin')}'`,
      ]) {
        const answer = await refusal(session.as(person, ({ query }) => query(`update appointment_files set ${change}`)))
        expect(answer).toEqual(person === superuser ? NOT_ALLOWED : ['42501', 'permission denied for table appointment_files'])
      }
    })
  })

  test('is limited to 40 for an appointment', async () => {
    await withAppointment(async (session, id) => {
      for (let n = 0; n < 40; n++) await addRecord(session, n % 2 ? 'leyla' : 'aylin', id, { file_path: `${id}/${n}-a.pdf` })
      expect(await refusal(addRecord(session, 'aylin', id, { file_path: `${id}/x.pdf` }))).toEqual(['P0001', 'too_many_files'])
    })
  })

  test('is limited to 500 MB in total for an appointment', async () => {
    await withAppointment(async (session, id) => {
      const size = 50 * 1024 * 1024
      for (let n = 0; n < 10; n++) await addRecord(session, 'leyla', id, { file_path: `${id}/${n}-a.pdf`, file_size: size })
      expect(await refusal(addRecord(session, 'leyla', id, { file_path: `${id}/x.pdf`, file_size: 1 }))).toEqual([
        'P0001',
        'too_many_files',
      ])
    })
  })
})
