// Only admins can correct and remove doctors.
import { describe, expect, test } from 'vitest'
import { anonymous, arrange, book, refusal, type Session, superuser, useClinic } from './clinic.ts'

const db = useClinic()

const save = ({ query }: Session, id: string, doctor: object, contact: object | null = null, texts: object | null = null) =>
  query('select * from save_doctor($1, $2, $3, $4)', [
    id,
    JSON.stringify(doctor),
    contact && JSON.stringify(contact),
    texts && JSON.stringify(texts),
  ])

describe('save_doctor', () => {
  test('corrects the record, contact and texts in one request', async () => {
    await db.as('nigar', async (nigar) => {
      const licence = { licence_number: 'TR-123', licence_authority: 'Sağlık Bakanlığı', licence_country: 'TR' }
      const [saved] = await save(
        nigar,
        db.aylin,
        { first_name: 'Aylin Su', title: 'Prof.', bio: 'Kalp hastalıkları', bio_language: 'tr', languages: ['tr', 'en'], ...licence },
        { email: 'yeni@example.test', phone: ' ' },
        { en: 'Heart diseases', ru: '  ' },
      )
      expect(saved).toMatchObject({
        first_name: 'Aylin Su',
        last_name: 'Kaya',
        title: 'Prof.',
        specialization: 'Kardiyoloji',
        languages: ['tr', 'en'],
        ...licence,
      })
      expect(await nigar.query('select email, phone from doctor_contacts where doctor_id = $1', [db.aylin])).toEqual([
        { email: 'yeni@example.test', phone: null },
      ])
      expect(await nigar.query('select language, bio from doctor_texts where doctor_id = $1', [db.aylin])).toEqual([
        { language: 'en', bio: 'Heart diseases' },
      ])
    })
  })

  test('keeps fields that are not given, and cannot link an account or change the id', async () => {
    await db.as('nigar', async (nigar) => {
      const before = await nigar.query('select * from doctors where id = $1', [db.aylin])
      const [saved] = await save(nigar, db.aylin, { id: db.rauf, user_id: null, created_at: '2000-01-01', available: false })
      expect([saved]).toEqual(before)
      expect(await nigar.query('select from doctor_contacts where doctor_id = $1', [db.aylin])).toHaveLength(1)
    })
  })

  test.each([
    [{ first_name: ' ' }, '23514', 'doctors_first_name_is_given'],
    [{ title: 'x'.repeat(61) }, '23514', 'doctors_title_is_short'],
    [{ licence_country: 'Türkiye' }, '23514', 'doctors_licence_country_is_a_code'],
  ])('refuses %j and changes nothing', async (doctor, code, constraint) => {
    await db.as('nigar', async (nigar) => {
      expect(await refusal(save(nigar, db.aylin, doctor, { email: 'yeni@example.test' }))).toEqual([code, constraint])
      expect(await nigar.query('select email from doctor_contacts where doctor_id = $1', [db.aylin])).toEqual([
        { email: 'praxis.kaya@example.test' },
      ])
    })
  })

  test('refuses a text in an unknown language, and a doctor who does not exist', async () => {
    await db.as('nigar', async (nigar) => {
      expect(await refusal(save(nigar, db.aylin, {}, null, { xx: 'text' }))).toEqual(['23514', 'doctor_texts_language_is_offered'])
      expect(await refusal(save(nigar, crypto.randomUUID(), {}))).toEqual(['P0001', 'doctor_not_found'])
    })
  })

  test.each(['aylin', 'rauf', 'leyla', 'mallory'])('is refused to %s', async (name) => {
    expect((await refusal(db.as(name, (person) => save(person, db.aylin, { title: 'Prof.' }))))[0]).toBe('42501')
  })

  test('is refused to visitors', async () => {
    expect((await refusal(db.as(anonymous, (visitor) => save(visitor, db.aylin, {}))))[0]).toBe('42501')
  })

  test('is logged with the names of the fields', async () => {
    await db.as('nigar', async (nigar) => {
      await save(nigar, db.aylin, { title: 'Prof.', bio: 'Gizli değil' })
      expect(await nigar.query("select details from audit_log where action = 'doctor.changed'")).toEqual([
        { details: { fields: ['bio', 'title'] } },
      ])
    })
  })
})

test('a doctor cannot change their own title or licence', async () => {
  for (const change of ["title = 'Prof.'", "licence_number = '1'", "licence_authority = 'x'", "licence_country = 'TR'"])
    expect(await refusal(db.as('aylin', ({ query }) => query(`update doctors set ${change} where id = $1`, [db.aylin])))).toEqual([
      'P0001',
      'doctor_field_not_allowed',
    ])
})

test('everybody can read title and licence of available doctors', async () => {
  await db.as('nigar', async (nigar) => {
    await save(nigar, db.aylin, { title: 'Prof.', licence_number: 'TR-123' })
    for (const reader of [anonymous, 'leyla'] as const)
      expect(await nigar.as(reader, ({ query }) => query('select title, licence_number from doctors where id = $1', [db.aylin]))).toEqual([
        { title: 'Prof.', licence_number: 'TR-123' },
      ])
  })
})

describe('removing a doctor', () => {
  const remove = ({ query }: Session, id: string) => query('delete from doctors where id = $1 returning 1', [id])

  test('is possible while no appointment refers to the doctor, and also removes hours, leave and photos', async () => {
    await db.as(superuser, async (owner) => {
      await owner.query("insert into storage.objects (bucket_id, name) values ('doctor-photos', $1)", [`${db.aylin}/a.webp`])
      expect(await owner.as('nigar', (nigar) => remove(nigar, db.aylin))).toHaveLength(1)
      expect(await owner.query('select from doctor_availability where doctor_id = $1', [db.aylin])).toHaveLength(0)
      expect(await owner.query("select path from private.files_to_remove where bucket_id = 'doctor-photos'")).toEqual([
        { path: `${db.aylin}/a.webp` },
      ])
    })
  })

  test('is refused once there is an appointment, even if it is cancelled', async () => {
    await db.as('nigar', async (nigar) => {
      await arrange(nigar, 'leyla', db.aylin, { startsIn: '-3 days', status: 'cancelled' })
      expect(await refusal(remove(nigar, db.aylin))).toEqual(['23503', 'appointments_doctor_id_fkey'])
    })
  })

  test.each(['aylin', 'leyla'])('has no effect for %s', async (name) => {
    expect(await db.as(name, (person) => remove(person, db.aylin))).toHaveLength(0)
  })
})

test('an unlinked account loses the rights of the doctor, and the record stays', async () => {
  await db.as('nigar', async (nigar) => {
    await book(nigar, 'leyla', db.aylin)
    const seen = () => nigar.as('aylin', ({ query }) => query('select from appointments'))
    expect(await seen()).toHaveLength(1)
    expect(await nigar.query('update doctors set user_id = null where id = $1 returning available', [db.aylin])).toEqual([
      { available: true },
    ])
    expect(await seen()).toHaveLength(0)
    expect(await nigar.query("select action from audit_log where action in ('doctor.unlinked', 'doctor.changed')")).toEqual([
      { action: 'doctor.unlinked' },
    ])
  })
})
