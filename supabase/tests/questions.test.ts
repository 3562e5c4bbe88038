// Questions of appointment types and their answers: permissions, deadlines, limits and retention.
import { describe, expect, test } from 'vitest'
import { anonymous, arrange, idOf, type Person, refusal, type Session, serviceRole, setStatus, superuser, useClinic } from './clinic.ts'
import { addRecord } from './files.ts'
import { addType, asSeen, bookType, changeType } from './offers.ts'
import { addAdult, addChild } from './patients.ts'

const db = useClinic()
const inTest = (work: (session: Session) => Promise<void>) => db.as(superuser, work)

const TEXT = { texts: { en: 'Which medicines do you take?', tr: 'Hangi ilaçları kullanıyorsunuz?' }, kind: 'text' }
const CHOICE = { texts: { en: 'Do you smoke?' }, kind: 'choice', choices: [{ en: 'Yes' }, { en: 'No' }], position: 1 }
const FILE = { texts: { en: 'Your last results' }, kind: 'file', position: 2 }

const ask = async (session: Session, type: string, question: object = TEXT, by: Person = 'aylin') => {
  const given: Record<string, unknown> = { ...question, type_id: type }
  const columns = Object.keys(given)
  const [added] = await session.as(by, ({ query }) =>
    query<{ id: string }>(
      `insert into appointment_questions (${columns.join(', ')}) values (${columns.map((_, n) => `$${n + 1}`).join(', ')}) returning id`,
      Object.values(given).map((value) => (Array.isArray(value) ? JSON.stringify(value) : value)),
    ),
  )
  if (!added) throw new Error('nothing was asked')
  return added.id
}
/** Adds a type of aylin with a question, and books it as leyla. */
const asked = async (session: Session, question: object = TEXT, patient = idOf('leyla')) => {
  const type = await addType(session, db.aylin)
  const questionId = await ask(session, type.id, question)
  const { id } = await bookType(session, 'leyla', db.aylin, { patient, seen: asSeen(type) })
  return { type: type.id, question: questionId, id }
}
const answer = (session: Session, person: Person, id: string, question: string, text: string | null) =>
  session.as(person, ({ query }) => query('select save_answer($1, $2, $3)', [id, question, text]))
const choose = (session: Session, person: Person, id: string, question: string, choice: number) =>
  session.as(person, ({ query }) => query('select save_answer($1, $2, choice => $3)', [id, question, choice]))
const attach = (session: Session, person: Person, id: string, question: string, file: string) =>
  session.as(person, ({ query }) => query('select save_answer($1, $2, file_id => $3)', [id, question, file]))
const draft = (session: Session, person: Person, id: string, question: string, text: string) =>
  session.as(person, ({ query }) => query('select save_answer_draft($1, $2, $3)', [id, question, text]))
interface Answer {
  question_id: string | null
  question: Record<string, string>
  answer: string | null
  choice: Record<string, string> | null
  file_name: string | null
  answered_at: Date | null
  draft: string | null
  is_asked: boolean
}
const list = (session: Session, person: Person, id: string) =>
  session.as(person, ({ query }) => query<Answer>('select * from list_answers($1)', [id]))
const read = (session: Session, person: Person) => session.as(person, ({ query }) => query('select answer from appointment_answers'))

describe('questions', () => {
  test.each<Person>(['aylin', 'nigar'])('can be added, changed and removed by %s', async (person) => {
    await inTest(async (session) => {
      const type = await addType(session, db.aylin)
      const id = await ask(session, type.id, TEXT, person)
      const change = 'update appointment_questions set texts = \'{"fr": "Bonjour"}\' where id = $1 returning id'
      expect(await session.as(person, ({ query }) => query(change, [id]))).toEqual([{ id }])
      expect(await session.as(person, ({ query }) => query('delete from appointment_questions where id = $1 returning id', [id]))).toEqual([
        { id },
      ])
    })
  })

  test.each<Person>(['rauf', 'leyla', 'mallory'])('can be read but not written by %s if the type is offered', async (person) => {
    await inTest(async (session) => {
      const type = await addType(session, db.aylin)
      const id = await ask(session, type.id)
      const all = () => session.as(person, ({ query }) => query('select id from appointment_questions'))
      expect(await all()).toEqual([{ id }])
      expect((await refusal(ask(session, type.id, TEXT, person)))[0]).toBe('42501')
      for (const sql of [
        'update appointment_questions set position = 3 where id = $1 returning id',
        'delete from appointment_questions where id = $1 returning id',
      ])
        expect(await session.as(person, ({ query }) => query(sql, [id]))).toEqual([])
      await changeType(session, type.id, { who: 'staff' })
      expect(await all()).toEqual([])
    })
  })

  test('cannot be read by visitors', async () => {
    expect((await refusal(db.as(anonymous, ({ query }) => query('select id from appointment_questions'))))[0]).toBe('42501')
  })

  test('are limited to five per type', async () => {
    await inTest(async (session) => {
      const type = await addType(session, db.aylin)
      for (let n = 0; n < 5; n++) await ask(session, type.id)
      expect(await refusal(ask(session, type.id))).toEqual(['P0001', 'too_many_questions'])
    })
  })

  test.each([
    ['without a text', { ...TEXT, texts: {} }, 'texts_are_given'],
    ['with 301 characters', { ...TEXT, texts: { tr: 'a'.repeat(301) } }, 'texts_are_given'],
    ['with an unknown kind', { ...TEXT, kind: 'number' }, 'kind_is_known'],
    ['with choices but another kind', { ...TEXT, choices: CHOICE.choices }, 'only_choices_have_choices'],
    ['without choices', { ...CHOICE, choices: null }, 'only_choices_have_choices'],
    ['with one choice', { ...CHOICE, choices: [{ en: 'Yes' }] }, 'only_choices_have_choices'],
    ['with eleven choices', { ...CHOICE, choices: Array.from({ length: 11 }, () => ({ en: 'Yes' })) }, 'only_choices_have_choices'],
    ['with an empty choice', { ...CHOICE, choices: [{ en: 'Yes' }, {}] }, 'only_choices_have_choices'],
  ])('are refused %s', async (_, question, constraint) => {
    await inTest(async (session) => {
      const type = await addType(session, db.aylin)
      expect(await refusal(ask(session, type.id, question))).toEqual(['23514', `appointment_questions_${constraint}`])
    })
  })
})

describe('answers', () => {
  test('can be written by patient and guardian, and read by them and the doctor only', async () => {
    await inTest(async (session) => {
      const mother = await addAdult(session, 'leyla')
      const { id, question } = await asked(session, TEXT, mother)
      await answer(session, 'leyla', id, question, ' Aspirin ')
      for (const person of ['leyla', 'aylin'] as const) {
        expect(await read(session, person)).toEqual([{ answer: 'Aspirin' }])
        expect(await list(session, person, id)).toMatchObject([{ question_id: question, answer: 'Aspirin', answered_at: expect.any(Date) }])
      }
      for (const person of ['nigar', 'rauf', 'murat', 'mallory'] as const) {
        expect(await read(session, person)).toEqual([])
        for (const one of [id, idOf('nothing')]) {
          expect(await refusal(list(session, person, one))).toEqual(['42501', 'permission denied'])
          expect(await refusal(answer(session, person, one, question, 'x'))).toEqual(['42501', 'permission denied'])
          expect(await refusal(draft(session, person, one, question, 'x'))).toEqual(['42501', 'permission denied'])
        }
      }
      expect(await refusal(answer(session, 'aylin', id, question, 'x'))).toEqual(['42501', 'permission denied'])
      for (const person of [anonymous, serviceRole] as const)
        expect((await refusal(answer(session, person, id, question, 'x')))[0]).toBe('42501')
    })
  })

  test.each<Person>(['leyla', 'aylin', 'nigar', serviceRole])('%s cannot write the table', async (person) => {
    await inTest(async (session) => {
      const { id, question } = await asked(session)
      await answer(session, 'leyla', id, question, 'Aspirin')
      for (const sql of [
        `insert into appointment_answers (appointment_id, question, kind, answer, answered_by) values ('${id}', '{}', 'text', 'x', auth.uid())`,
        "update appointment_answers set answer = 'x'",
        'delete from appointment_answers',
      ])
        expect((await refusal(session.as(person, ({ query }) => query(sql))))[0]).toBe('42501')
    })
  })

  test('are listed in the order of the questions, including missing ones', async () => {
    await inTest(async (session) => {
      const { id, type, question } = await asked(session)
      const [choice, file] = [await ask(session, type, CHOICE), await ask(session, type, FILE)]
      await setStatus(session, 'aylin', id, 'confirmed')
      const uploaded = (await addRecord(session, 'leyla', id))[0]?.id ?? ''
      expect((await list(session, 'aylin', id)).map(({ answered_at }) => answered_at)).toEqual([null, null, null])
      await choose(session, 'leyla', id, choice, 1)
      await attach(session, 'leyla', id, file, uploaded)
      expect(await list(session, 'aylin', id)).toMatchObject([
        { question_id: question, question: TEXT.texts, answered_at: null, is_asked: true },
        { question_id: choice, choice: { en: 'No' }, answered_at: expect.any(Date) },
        { question_id: file, file_name: expect.any(String), answered_at: expect.any(Date) },
      ])
      // A blank answer removes the answer, and removing a file makes its answer missing again.
      await answer(session, 'leyla', id, choice, '  ')
      await session.as('leyla', ({ query }) => query('delete from appointment_files where id = $1', [uploaded]))
      expect((await list(session, 'leyla', id)).map(({ answered_at }) => answered_at)).toEqual([null, null, null])
    })
  })

  test('stay with their text when the question is changed or removed', async () => {
    await inTest(async (session) => {
      const { id, question } = await asked(session)
      await answer(session, 'leyla', id, question, 'Aspirin')
      await session.as('aylin', ({ query }) =>
        query('update appointment_questions set texts = \'{"en": "Anything else?"}\' where id = $1', [question]),
      )
      expect(await list(session, 'aylin', id)).toMatchObject([{ question: TEXT.texts, answer: 'Aspirin', is_asked: true }])
      await session.as('aylin', ({ query }) => query('delete from appointment_questions where id = $1', [question]))
      expect(await list(session, 'aylin', id)).toMatchObject([
        { question_id: null, question: TEXT.texts, answer: 'Aspirin', is_asked: false },
      ])
      expect(await refusal(answer(session, 'leyla', id, question, 'x'))).toEqual(['P0001', 'question_not_found'])
    })
  })

  test('are refused before any lookup if they have ten megabytes', async () => {
    await inTest(async (session) => {
      const huge = 'a'.repeat(10 * 1024 * 1024)
      for (const id of [(await asked(session)).id, idOf('nothing')]) {
        expect(await refusal(answer(session, 'leyla', id, idOf('no question'), huge))).toEqual(['P0001', 'answer_too_long'])
        expect(await refusal(draft(session, 'leyla', id, idOf('no question'), huge))).toEqual(['P0001', 'answer_too_long'])
      }
    })
  })

  test('have at most 2,000 characters, in any script', async () => {
    await inTest(async (session) => {
      const { id, question } = await asked(session)
      await answer(session, 'leyla', id, question, '😀'.repeat(2000))
      await answer(session, 'leyla', id, question, 'ب'.repeat(2000))
      expect(await refusal(answer(session, 'leyla', id, question, 'b'.repeat(2001)))).toEqual([
        '23514',
        'appointment_answers_answer_is_short',
      ])
    })
  })

  test('must match the kind of the question', async () => {
    await inTest(async (session) => {
      const { id, type, question } = await asked(session)
      const choice = await ask(session, type, CHOICE)
      for (const place of [-1, 2])
        expect(await refusal(choose(session, 'leyla', id, choice, place))).toEqual(['P0001', 'choice_not_offered'])
      expect(await refusal(answer(session, 'leyla', id, choice, 'Maybe'))).toEqual(['P0001', 'choice_not_offered'])
      expect(await refusal(choose(session, 'leyla', id, question, 0))).toEqual(['23514', 'appointment_answers_answer_is_of_its_kind'])
    })
  })

  test('accept only files of their appointment and questions of its type', async () => {
    await inTest(async (session) => {
      const { id, type } = await asked(session)
      const file = await ask(session, type, FILE)
      const other = await arrange(session, 'murat', db.aylin, { startsIn: '2 days' })
      const foreign = (await addRecord(session, 'murat', other.id))[0]?.id ?? ''
      expect(await refusal(attach(session, 'leyla', id, file, foreign))).toEqual(['42501', 'permission denied'])
      const unrelated = await ask(session, (await addType(session, db.aylin)).id)
      expect(await refusal(answer(session, 'leyla', id, unrelated, 'x'))).toEqual(['P0001', 'question_not_found'])
    })
  })

  test('can be written until the start, but not after a cancellation', async () => {
    await inTest(async (session) => {
      const { id, question } = await asked(session)
      await session.query(
        `update appointments set starts_at = starts_at - interval '8 days', ends_at = ends_at - interval '8 days',
           appointment_date = appointment_date - 8, blocked = tstzrange(lower(blocked) - interval '8 days', upper(blocked) - interval '8 days')
         where id = $1`,
        [id],
      )
      for (const attempt of [answer, draft])
        expect(await refusal(attempt(session, 'leyla', id, question, 'x'))).toEqual(['P0001', 'answers_closed'])
    })
    await inTest(async (session) => {
      const { id, question } = await asked(session)
      await setStatus(session, 'leyla', id, 'cancelled')
      expect(await refusal(answer(session, 'leyla', id, question, 'x'))).toEqual(['P0001', 'answers_closed'])
    })
  })

  test('can be read after a cancellation by the patient, but not by the doctor', async () => {
    await inTest(async (session) => {
      const { id, question } = await asked(session)
      await answer(session, 'leyla', id, question, 'Aspirin')
      await draft(session, 'leyla', id, question, 'More')
      await setStatus(session, 'leyla', id, 'cancelled')
      expect(await read(session, 'aylin')).toEqual([])
      expect((await refusal(list(session, 'aylin', id)))[0]).toBe('42501')
      expect(await list(session, 'leyla', id)).toMatchObject([{ answer: 'Aspirin', draft: null }])
    })
  })

  test('are deleted with the patient’s data, and so are drafts', async () => {
    await inTest(async (session) => {
      const { id, question, type } = await asked(session)
      await answer(session, 'leyla', id, question, 'Aspirin')
      await draft(session, 'leyla', id, await ask(session, type), 'More')
      await session.query('select private.erase_account($1)', [idOf('leyla')])
      for (const table of ['appointment_answers', 'private.appointment_answer_drafts'])
        expect(await session.query(`select from ${table}`)).toHaveLength(0)
      expect(await list(session, 'aylin', id).catch(() => 'refused')).toBe('refused')
    })
  })
})

describe('drafts of answers', () => {
  test('can be read by patient and guardians but not by the doctor, and are deleted when the answer is sent', async () => {
    await inTest(async (session) => {
      const child = await addChild(session, 'leyla')
      const { id, question } = await asked(session, TEXT, child)
      await draft(session, 'leyla', id, question, 'Asp')
      await draft(session, 'leyla', id, question, 'Aspirin, I think')
      expect(await list(session, 'leyla', id)).toMatchObject([{ draft: 'Aspirin, I think', answer: null }])
      expect(await list(session, 'aylin', id)).toMatchObject([{ draft: null, answer: null }])
      for (const person of ['leyla', 'aylin', 'nigar'] as const)
        expect((await refusal(session.as(person, ({ query }) => query('select draft from private.appointment_answer_drafts'))))[0]).toBe(
          '42501',
        )
      await answer(session, 'leyla', id, question, 'Aspirin')
      expect(await list(session, 'leyla', id)).toMatchObject([{ draft: null, answer: 'Aspirin' }])
      await draft(session, 'leyla', id, question, 'x')
      await draft(session, 'leyla', id, question, '')
      expect(await list(session, 'leyla', id)).toMatchObject([{ draft: null }])
    })
  })
})

describe('the notice before the first video consultation', () => {
  const acknowledge = (session: Session, person: Person, values: Record<string, unknown> = {}) => {
    const row: Record<string, unknown> = {
      patient_id: idOf(typeof person === 'string' ? person : 'nobody'),
      version: '2026-11-18',
      language: 'tr',
      ...values,
    }
    const columns = Object.keys(row)
    return session.as(person, ({ query }) =>
      query(
        `insert into call_notices (${columns.join(', ')}) values (${columns.map((_, n) => `$${n + 1}`).join(', ')}) returning user_id, patient_id, acknowledged_at`,
        Object.values(row),
      ),
    )
  }
  const seenBy = (session: Session, person: Person) =>
    session.as(person, ({ query }) => query('select patient_id, version from call_notices'))

  test('can be acknowledged once per wording, also for a child, and can be read by that account only', async () => {
    await inTest(async (session) => {
      const child = await addChild(session, 'leyla')
      expect(await acknowledge(session, 'leyla')).toMatchObject([{ user_id: idOf('leyla'), acknowledged_at: expect.any(Date) }])
      expect(await refusal(acknowledge(session, 'leyla'))).toEqual(['23505', 'call_notices_pkey'])
      await acknowledge(session, 'leyla', { version: '2027-01-01' })
      await acknowledge(session, 'leyla', { patient_id: child })
      expect(await seenBy(session, 'leyla')).toHaveLength(3)
      for (const person of ['aylin', 'nigar', 'murat'] as const) expect(await seenBy(session, person)).toEqual([])
    })
  })

  test('cannot be acknowledged for or as somebody else, with another time or by visitors, and cannot be changed', async () => {
    await inTest(async (session) => {
      const child = await addChild(session, 'murat')
      for (const values of [
        { patient_id: child },
        { patient_id: idOf('murat') },
        { user_id: idOf('murat') },
        { acknowledged_at: '2020-01-01' },
      ])
        expect((await refusal(acknowledge(session, 'leyla', values)))[0]).toBe('42501')
      expect((await refusal(acknowledge(session, anonymous)))[0]).toBe('42501')
      await acknowledge(session, 'leyla')
      for (const sql of ["update call_notices set version = '2020-01-01'", 'delete from call_notices'])
        expect((await refusal(session.as('leyla', ({ query }) => query(sql))))[0]).toBe('42501')
      expect(await refusal(acknowledge(session, 'leyla', { version: 'newest' }))).toEqual(['23514', 'call_notices_version_is_a_date'])
      expect(await refusal(acknowledge(session, 'leyla', { language: 'de' }))).toEqual(['23514', 'call_notices_language_is_offered'])
    })
  })
})

describe('the user’s own data', () => {
  test('has payments, answers, drafts and notices, also of the user’s patients, and a doctor’s types with questions', async () => {
    await inTest(async (session) => {
      const child = await addChild(session, 'leyla')
      const { id, question, type } = await asked(session, TEXT, child)
      await answer(session, 'leyla', id, question, 'Aspirin')
      await draft(session, 'leyla', id, question, 'More')
      await session.as('nigar', ({ query }) => query("select record_payment($1, 'paid', 100, current_date)", [id]))
      const own = await bookType(session, 'leyla', db.aylin, { time: '14:00', seen: { type_id: type, fee_minor: 12_000 } })
      await answer(session, 'leyla', own.id, question, 'None')
      await session.as('nigar', ({ query }) => query("select record_payment($1, 'waived', 12000, current_date)", [own.id]))
      await session.as('leyla', ({ query }) =>
        query("insert into call_notices (patient_id, version, language) values (auth.uid(), '2026-11-18', 'tr')"),
      )
      const exported = async (person: string) => {
        const [row] = await session.as(person, ({ query }) => query<{ data: Record<string, unknown> }>('select export_my_data() as data'))
        return row?.data
      }
      expect(await exported('leyla')).toMatchObject({
        payments: [{ kind: 'waived', amount_minor: 12_000 }],
        answers: [{ answer: 'None', question: TEXT.texts }],
        call_notices: [{ version: '2026-11-18', patient_id: idOf('leyla') }],
        people: [{ payments: [{ kind: 'paid' }], answers: [{ answer: 'Aspirin' }], answer_drafts: [{ draft: 'More' }] }],
        appointment_types: [],
      })
      expect(await exported('aylin')).toMatchObject({
        appointment_types: [{ id: type, questions: [{ id: question }] }],
        payments: [],
        answers: [],
      })
      expect(await exported('murat')).toMatchObject({ payments: [], answers: [], call_notices: [], people: [] })
    })
  })

  test('keeps payments after an erasure, for ten years', async () => {
    await inTest(async (session) => {
      const { id } = await asked(session)
      const pay = (date: string, reference: string) =>
        session.as('nigar', ({ query }) => query(`select record_payment($1, 'paid', 100, ${date}, $2)`, [id, reference]))
      await pay('current_date - 1', 'new')
      await pay("(now() - interval '10 years 2 days')::date", 'old')
      await session.query('select private.erase_account($1)', [idOf('leyla')])
      const kept = () => session.query('select reference from appointment_payments order by 1')
      expect(await kept()).toEqual([{ reference: 'new' }, { reference: 'old' }])
      expect(
        await session.as(serviceRole, ({ query }) => query("select * from erase_expired() where what = 'appointment_payments'")),
      ).toMatchObject([{ erased: '1' }])
      expect(await kept()).toEqual([{ reference: 'new' }])
    })
  })
})
