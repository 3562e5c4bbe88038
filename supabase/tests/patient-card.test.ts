// The patient card, a doctor's only access to health data, which is logged; the doctor's private notes and templates.
import { beforeAll, describe, expect, test } from 'vitest'
import {
  anonymous,
  arrange,
  book,
  emailOf,
  idOf,
  type Person,
  refusal,
  type Session,
  serviceRole,
  setStatus,
  superuser,
  useClinic,
} from './clinic.ts'

const db = useClinic()
const inTest = (work: (session: Session) => Promise<void>) => db.as(superuser, work)
const NOT_ALLOWED = expect.arrayContaining(['42501'])

beforeAll(() =>
  db.keep(superuser, ({ query }) =>
    query(
      "update profiles set phone = '+994 50 000 00 00', date_of_birth = '1991-02-03', gender = 'kadın', medical_history = 'Penisilin alerjisi' where user_id = $1",
      [idOf('leyla')],
    ),
  ),
)

interface Card {
  patient: Record<string, unknown>
  next: { id: string } | null
  appointments: { id: string; notes: string | null; private_note: string | null }[]
  files: { id: string }[]
}

async function open(session: Session, person: Person, id: string) {
  const [row] = await session.as(person, ({ query }) => query<{ card: Card }>('select open_patient_card($1) as card', [id]))
  if (!row) throw new Error('there is no card')
  return row.card
}

describe('the card', () => {
  test('shows the doctor age, gender, history and contact, their own earlier appointments with notes, and the next one', async () => {
    await inTest(async (session) => {
      const past = await arrange(session, 'leyla', db.aylin, { startsIn: '-20 days', status: 'completed' })
      await session.as('aylin', async ({ query }) => {
        await query("update appointments set notes = 'Dinlenin' where id = $1", [past.id])
        await query("insert into appointment_private_notes (appointment_id, note) values ($1, 'Tekrar sor')", [past.id])
      })
      await arrange(session, 'leyla', db.rauf, { startsIn: '-10 days', status: 'completed' })
      const coming = await book(session, 'leyla', db.aylin)
      const card = await open(session, 'aylin', past.id)
      expect(card.patient).toMatchObject({
        first_name: 'leyla',
        phone: '+994 50 000 00 00',
        email: emailOf('leyla'),
        date_of_birth: '1991-02-03',
        age: expect.any(Number),
        gender: 'kadın',
        medical_history: 'Penisilin alerjisi',
      })
      expect(card.next).toMatchObject({ id: coming.id })
      // The appointment with the other doctor is missing.
      expect(card.appointments.map(({ id, notes, private_note }) => [id, notes, private_note])).toEqual([
        [coming.id, null, null],
        [past.id, 'Dinlenin', 'Tekrar sor'],
      ])
      expect(card.files).toEqual([])
    })
  })

  test.each(['pending', 'confirmed', 'completed'])('opens for a %s appointment and logs who opened it', async (status) => {
    await inTest(async (session) => {
      const { id } = await arrange(session, 'leyla', db.aylin, { startsIn: '-1 hour', status })
      await open(session, 'aylin', id)
      expect(
        await session.query("select actor, details from audit_log where action = 'patient_card.opened' and subject = $1", [
          `user:${idOf('leyla')}`,
        ]),
      ).toEqual([{ actor: idOf('aylin'), details: { appointment_id: id, doctor_id: db.aylin } }])
    })
  })

  test.each<Person>(['rauf', 'nigar', 'leyla', 'mallory', anonymous, serviceRole])(
    'does not open for %o and logs nothing',
    async (person) => {
      await inTest(async (session) => {
        const { id } = await book(session, 'leyla', db.aylin)
        expect(await refusal(open(session, person, id))).toEqual(NOT_ALLOWED)
        expect(await session.query("select from audit_log where action = 'patient_card.opened'")).toEqual([])
      })
    },
  )

  test('does not open after a cancellation, for an unknown appointment, or once the doctor has lost the role', async () => {
    await inTest(async (session) => {
      const { id } = await book(session, 'leyla', db.aylin)
      expect(await refusal(open(session, 'aylin', idOf('nothing')))).toEqual(NOT_ALLOWED)
      await session.query("delete from user_roles where user_id = $1 and role = 'doctor'", [idOf('aylin')])
      expect(await refusal(open(session, 'aylin', id))).toEqual(NOT_ALLOWED)
      await session.query("insert into user_roles (user_id, role) values ($1, 'doctor')", [idOf('aylin')])
      await setStatus(session, 'leyla', id, 'cancelled')
      expect(await refusal(open(session, 'aylin', id))).toEqual(NOT_ALLOWED)
    })
  })

  test('shows only the patient who opened it and when', async () => {
    await inTest(async (session) => {
      const { id } = await book(session, 'leyla', db.aylin)
      await open(session, 'aylin', id)
      const openings = (person: Person) => session.as(person, ({ query }) => query('select * from list_card_openings()'))
      expect(await openings('leyla')).toEqual([
        {
          at: expect.any(Date),
          doctor_id: db.aylin,
          first_name: 'Aylin',
          last_name: 'Kaya',
          appointment_id: id,
          patient_id: idOf('leyla'),
        },
      ])
      for (const person of ['aylin', 'murat', 'nigar']) expect(await openings(person)).toEqual([])
      expect(await refusal(openings(anonymous))).toEqual(NOT_ALLOWED)
      const [exported] = await session.as('leyla', ({ query }) =>
        query<{ data: { patient_card_opened: unknown[] } }>('select export_my_data() as data'),
      )
      expect(exported?.data.patient_card_opened).toHaveLength(1)
    })
  })
})

describe('a private note', () => {
  const add = (session: Session, person: Person, id: string, note = 'Gizli') =>
    session.as(person, ({ query }) => query('insert into appointment_private_notes (appointment_id, note) values ($1, $2)', [id, note]))
  const read = (session: Session, person: Person) => session.as(person, ({ query }) => query('select note from appointment_private_notes'))

  test('can be written, changed, read and removed by its doctor', async () => {
    await inTest(async (session) => {
      const { id } = await book(session, 'leyla', db.aylin)
      await add(session, 'aylin', id, '  Gizli ')
      await session.as('aylin', ({ query }) => query("update appointment_private_notes set note = note || '!'"))
      expect(await read(session, 'aylin')).toEqual([{ note: 'Gizli!' }])
      const log = await session.query<{ details: object }>("select details from audit_log where action = 'appointment.private_note'")
      expect(log).toEqual([{ details: { fields: ['private_note'] } }, { details: { fields: ['private_note'] } }])
      await session.as('aylin', ({ query }) => query('delete from appointment_private_notes'))
      expect(await read(session, 'aylin')).toEqual([])
    })
  })

  test('cannot be read, written, changed or removed by anybody else', async () => {
    await inTest(async (session) => {
      const { id } = await book(session, 'leyla', db.aylin)
      const other = await book(session, 'murat', db.aylin, { time: '12:00' })
      await add(session, 'aylin', id)
      for (const person of ['leyla', 'rauf', 'nigar', 'mallory']) {
        expect(await read(session, person)).toEqual([])
        expect(await refusal(add(session, person, other.id))).toEqual(NOT_ALLOWED)
        for (const sql of [
          "update appointment_private_notes set note = 'x' returning note",
          'delete from appointment_private_notes returning note',
        ])
          expect(await session.as(person, ({ query }) => query(sql))).toEqual([])
      }
      for (const person of [anonymous, serviceRole]) expect(await refusal(read(session, person))).toEqual(NOT_ALLOWED)
      expect(await read(session, 'aylin')).toHaveLength(1)
    })
  })

  test('cannot move to another appointment, be empty or too long, or be added to a cancelled appointment', async () => {
    await inTest(async (session) => {
      const [one, other] = [await book(session, 'leyla', db.aylin), await book(session, 'murat', db.aylin, { time: '12:00' })]
      await add(session, 'aylin', one.id)
      const move = session.as('aylin', ({ query }) => query('update appointment_private_notes set appointment_id = $1', [other.id]))
      expect(await refusal(move)).toEqual(['P0001', 'appointment_is_fixed'])
      for (const note of [' ', 'x'.repeat(5001)])
        expect(await refusal(add(session, 'aylin', other.id, note))).toEqual(['23514', 'appointment_private_notes_note_is_given'])
      await setStatus(session, 'murat', other.id, 'cancelled')
      expect(await refusal(add(session, 'aylin', other.id))).toEqual(NOT_ALLOWED)
    })
  })

  test('is deleted when the patient’s data is erased', async () => {
    await inTest(async (session) => {
      const { id } = await arrange(session, 'leyla', db.aylin, { startsIn: '-3 days', status: 'completed' })
      await add(session, 'aylin', id)
      await session.as('leyla', ({ query }) => query('select erase_my_account($1)', [emailOf('leyla')]))
      expect(await session.query('select from appointment_private_notes')).toEqual([])
    })
  })
})

describe('templates', () => {
  const add = (session: Session, person: Person, doctor: string, title = 'Kontrol') =>
    session.as(person, ({ query }) =>
      query("insert into note_templates (doctor_id, title, body) values ($1, $2, 'İki hafta sonra kontrol.')", [doctor, title]),
    )

  test('can be read and written only by their doctor', async () => {
    await inTest(async (session) => {
      await add(session, 'aylin', db.aylin)
      expect(await session.as('aylin', ({ query }) => query("update note_templates set title = 'Yeni' returning title"))).toEqual([
        { title: 'Yeni' },
      ])
      for (const person of ['rauf', 'nigar', 'leyla']) {
        expect(await session.as(person, ({ query }) => query('select from note_templates'))).toEqual([])
        expect(await refusal(add(session, person, db.aylin))).toEqual(NOT_ALLOWED)
        expect(await session.as(person, ({ query }) => query('delete from note_templates returning id'))).toEqual([])
      }
      expect(await refusal(session.as(anonymous, ({ query }) => query('select from note_templates')))).toEqual(NOT_ALLOWED)
      expect(await session.as('aylin', ({ query }) => query('delete from note_templates returning title'))).toHaveLength(1)
    })
  })

  test('need a title, and a doctor can have at most fifty', async () => {
    await inTest(async (session) => {
      expect(await refusal(add(session, 'aylin', db.aylin, ' '))).toEqual(['23514', 'note_templates_title_is_given'])
      for (let count = 0; count < 50; count++) await add(session, 'aylin', db.aylin, `Kontrol ${count}`)
      expect(await refusal(add(session, 'aylin', db.aylin))).toEqual(['P0001', 'too_many_templates'])
    })
  })
})
