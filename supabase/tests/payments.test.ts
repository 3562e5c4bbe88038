// Payments that staff record: permissions, possible amounts, and that entries are permanent.
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { rounds } from '../../server/testing/rounds.ts'
import { addPerson, anonymous, book, idOf, type Person, refusal, type Session, serviceRole, superuser, useClinic } from './clinic.ts'
import { addType, appointmentOf, asSeen, bookType, changeType, ON_REQUEST, refusalWithFacts } from './offers.ts'
import { addChild } from './patients.ts'

const db = useClinic()
const inTest = (work: (session: Session) => Promise<void>) => db.as(superuser, work)
const FEE = 12_000

interface Entry {
  id: string
  kind: string
  amount_minor: number
}
interface Recorded {
  kind?: string
  amount?: number | null
  on?: string
  reference?: string | null
  id?: string
  seen?: number | null
}
const record = async (session: Session, person: Person, appointment: string, entry: Recorded = {}) => {
  const { kind = 'paid', amount = FEE, on = '2026-11-01', reference = null, id = randomUUID(), seen = null } = entry
  const [recorded] = await session.as(person, ({ query }) =>
    query<Entry>('select * from record_payment($1, $2, $3, $4, $5, $6, $7)', [appointment, kind, amount, on, reference, id, seen]),
  )
  if (!recorded) throw new Error('nothing was recorded')
  return recorded
}
const booked = async (session: Session, type: object = {}) => {
  const added = await addType(session, db.aylin, { fee_minor: FEE, ...type })
  return (await bookType(session, 'leyla', db.aylin, { seen: asSeen(added) })).id
}
const sumsOf = async (session: Session, id: string) => {
  const [sums] = await session.query(
    'select paid_minor::int as paid, refunded_minor::int as refunded, waived_minor::int as waived, payment_state as state from appointments where id = $1',
    [id],
  )
  return sums
}

describe('permission to record', () => {
  test('admins can record payments, and the log names the entry without the amount', async () => {
    await inTest(async (session) => {
      const id = await booked(session)
      const entry = await record(session, 'nigar', id, { reference: ' A-17 ' })
      expect(entry).toMatchObject({
        kind: 'paid',
        amount_minor: FEE,
        currency: 'AZN',
        reference: 'A-17',
        recorded_by: idOf('nigar'),
        recorded_at: expect.any(Date),
      })
      expect(await session.query("select actor, details from audit_log where action = 'appointment.payment_recorded'")).toEqual([
        { actor: idOf('nigar'), details: { kind: 'paid', payment_id: entry.id } },
      ])
    })
  })

  test.each<Person>(['aylin', 'rauf', 'leyla', 'murat', 'mallory', anonymous, serviceRole])('%s cannot record payments', async (person) => {
    await inTest(async (session) => {
      const id = await booked(session)
      for (const one of [id, idOf('nothing')]) expect((await refusal(record(session, person, one)))[0]).toBe('42501')
    })
  })

  test.each<Person>(['nigar', 'aylin', 'leyla', anonymous, serviceRole])(
    '%s cannot write, change or remove entries in the table',
    async (person) => {
      await inTest(async (session) => {
        const id = await booked(session)
        await record(session, 'nigar', id)
        for (const sql of [
          `insert into appointment_payments (id, appointment_id, kind, amount_minor, currency, on_date, recorded_by)
           values (gen_random_uuid(), '${id}', 'paid', 1, 'AZN', now(), auth.uid())`,
          'update appointment_payments set amount_minor = 1',
          'delete from appointment_payments',
        ])
          expect((await refusal(session.as(person, ({ query }) => query(sql))))[0]).toBe('42501')
      })
    },
  )

  test('not even the owner of the database can change an entry', async () => {
    await inTest(async (session) => {
      await record(session, 'nigar', await booked(session))
      expect(await refusal(session.query('update appointment_payments set amount_minor = 1'))).toEqual([
        'P0001',
        'payments_are_append_only',
      ])
    })
  })

  test.each<Person>(['nigar', 'aylin', 'leyla', serviceRole])('%s cannot change the sums', async (person) => {
    await inTest(async (session) => {
      const id = await booked(session)
      for (const change of ['paid_minor = 1', 'refunded_minor = 1', 'waived_minor = 1', "payment_state = 'paid'"])
        expect(await refusal(session.as(person, ({ query }) => query(`update appointments set ${change} where id = $1`, [id])))).toEqual([
          'P0001',
          'appointment_is_fixed',
        ])
    })
  })
})

test('only patient, guardian, doctor and admins can read the entries', async () => {
  await inTest(async (session) => {
    const id = await booked(session)
    const child = await addChild(session, 'murat')
    const type = await addType(session, db.aylin)
    const ofChild = await bookType(session, 'murat', db.aylin, { patient: child, time: '15:00', seen: asSeen(type) })
    const own = (await record(session, 'nigar', id)).id
    const childs = (await record(session, 'nigar', ofChild.id, { amount: 1 })).id
    const seenBy = async (person: Person) =>
      (await session.as(person, ({ query }) => query<{ id: string }>('select id from appointment_payments order by amount_minor'))).map(
        (row) => row.id,
      )
    expect(await seenBy('leyla')).toEqual([own])
    expect(await seenBy('murat')).toEqual([childs])
    for (const person of ['aylin', 'nigar'] as const) expect(await seenBy(person)).toEqual([childs, own])
    for (const person of ['rauf', 'mallory'] as const) expect(await seenBy(person)).toEqual([])
    expect((await refusal(seenBy(anonymous)))[0]).toBe('42501')
  })
})

describe('a payment', () => {
  test.each([
    ['a negative amount', { amount: -1 }, ['23514', 'appointment_payments_amount_is_sane']],
    ['an amount of zero', { amount: 0 }, ['23514', 'appointment_payments_amount_is_sane']],
    ['a huge amount', { amount: 100_000_001 }, ['23514', 'appointment_payments_amount_is_sane']],
    ['another kind', { kind: 'stolen' }, ['23514', 'appointment_payments_kind_is_known']],
    ['a long reference', { reference: 'x'.repeat(101) }, ['23514', 'appointment_payments_reference_is_short']],
    ['a future date', { on: '2999-01-01' }, ['P0001', 'payment_date_not_possible']],
    ['an infinite date', { on: 'infinity' }, ['P0001', 'payment_date_not_possible']],
  ])('is refused with %s', async (_, entry, answer) => {
    await inTest(async (session) => {
      expect(await refusal(record(session, 'nigar', await booked(session), entry))).toEqual(answer)
    })
  })

  test('cannot exceed the fee, nor a refund the paid amount, and the error contains the maximum', async () => {
    await inTest(async (session) => {
      const id = await booked(session)
      const attempt = (kind: string, amount: number) => refusalWithFacts(record(session, 'nigar', id, { kind, amount }))
      expect(await attempt('paid', FEE + 1)).toEqual(['payment_out_of_range', { most: FEE }])
      expect(await attempt('refunded', 1)).toEqual(['payment_out_of_range', { most: 0 }])
      await record(session, 'nigar', id, { amount: 5000 })
      expect(await attempt('refunded', 5001)).toEqual(['payment_out_of_range', { most: 5000 }])
      expect(await attempt('waived', 7001)).toEqual(['payment_out_of_range', { most: 7000 }])
      expect(await sumsOf(session, id)).toEqual({ paid: 5000, refunded: 0, waived: 0, state: 'unpaid' })
    })
  })

  test('cannot be recorded without a fee, or for a fee on request until it is entered', async () => {
    await inTest(async (session) => {
      const { id } = await book(session, 'murat', db.rauf)
      const asked = await booked(session, ON_REQUEST)
      for (const each of [id, asked]) expect(await refusal(record(session, 'nigar', each, { amount: 1 }))).toEqual(['P0001', 'fee_not_set'])
      await session.as('nigar', ({ query }) => query("select set_appointment_fee($1, 100, 'EUR')", [asked]))
      expect(await sumsOf(session, asked)).toMatchObject({ state: 'unpaid' })
      expect(await record(session, 'nigar', asked, { amount: 100 })).toMatchObject({ currency: 'EUR' })
    })
  })

  test('can be refunded after a cancellation', async () => {
    await inTest(async (session) => {
      const id = await booked(session)
      await record(session, 'nigar', id)
      await session.as('leyla', ({ query }) => query("update appointments set status = 'cancelled' where id = $1", [id]))
      await record(session, 'nigar', id, { kind: 'refunded' })
      expect(await sumsOf(session, id)).toEqual({ paid: FEE, refunded: FEE, waived: 0, state: 'refunded' })
    })
  })
})

describe('the payment state', () => {
  const states = async (session: Session, id: string) => (await sumsOf(session, id))?.['state']

  test('is unpaid until the whole fee is paid or waived', async () => {
    await inTest(async (session) => {
      const id = await booked(session)
      expect(await states(session, id)).toBe('unpaid')
      await record(session, 'nigar', id, { amount: 2000 })
      expect(await states(session, id)).toBe('unpaid')
      await record(session, 'nigar', id, { kind: 'waived', amount: 10_000 })
      expect(await states(session, id)).toBe('paid')
      const other = await bookType(session, 'murat', db.aylin, { time: '14:00', seen: { fee_minor: FEE } })
      await record(session, 'nigar', other.id, { kind: 'waived' })
      expect(await states(session, other.id)).toBe('waived')
    })
  })

  test('is null if the fee is missing or zero', async () => {
    await inTest(async (session) => {
      expect(await states(session, await booked(session, { fee_minor: 0 }))).toBe(null)
      expect(await states(session, (await book(session, 'murat', db.rauf)).id)).toBe(null)
    })
  })

  test('follows the fee of a new type, which cannot be below the paid amount or in another currency', async () => {
    await inTest(async (session) => {
      const id = await booked(session)
      const change = (type: string) => session.as('aylin', ({ query }) => query('select change_appointment_type($1, $2)', [id, type]))
      await record(session, 'nigar', id)
      const dearer = await addType(session, db.aylin, { fee_minor: FEE + 1 })
      await change(dearer.id)
      expect(await sumsOf(session, id)).toEqual({ paid: FEE, refunded: 0, waived: 0, state: 'unpaid' })
      const cheaper = await addType(session, db.aylin, { fee_minor: FEE - 1 })
      expect(await refusal(change(cheaper.id))).toEqual(['23514', 'appointments_settled_is_within_the_fee'])
      const foreign = await addType(session, db.aylin, { fee_minor: FEE, currency: 'EUR' })
      expect(await refusal(change(foreign.id))).toEqual(['P0001', 'payments_have_a_currency'])
      await changeType(session, dearer.id, { fee_minor: 1 })
      expect(await appointmentOf(session, id)).toMatchObject({ type_id: dearer.id, fee_minor: FEE + 1 })
    })
  })
})

describe('a repeated payment', () => {
  test('creates one entry if the same request is sent twice', async () => {
    await inTest(async (session) => {
      const id = await booked(session)
      const entry = { id: randomUUID(), amount: 100, reference: 'A-1', seen: 0 }
      const first = await record(session, 'nigar', id, entry)
      expect(await record(session, 'nigar', id, entry)).toEqual(first)
      expect(await sumsOf(session, id)).toMatchObject({ paid: 100 })
    })
  })

  test('is refused if it has the same id but other values', async () => {
    await inTest(async (session) => {
      const id = await booked(session)
      const entry = { id: randomUUID(), amount: 100 }
      await record(session, 'nigar', id, entry)
      for (const other of [{ amount: 101 }, { kind: 'waived' }, { reference: 'x' }, { on: '2026-11-02' }])
        expect(await refusal(record(session, 'nigar', id, { ...entry, ...other }))).toEqual(['P0001', 'payment_id_is_used'])
    })
  })

  test('is refused to a second person who saw the same list, with the new number of entries', async () => {
    await inTest(async (session) => {
      await addPerson(session, 'second admin')
      await session.query("insert into user_roles (user_id, role) values ($1, 'admin')", [idOf('second admin')])
      const id = await booked(session)
      await record(session, 'nigar', id, { amount: 100, seen: 0 })
      expect(await refusalWithFacts(record(session, 'second admin', id, { amount: 100, seen: 0 }))).toEqual([
        'payments_changed',
        { entries: 1 },
      ])
      await record(session, 'second admin', id, { amount: 100, seen: 1 })
    })
  })

  test('is refused if it has the same reference', async () => {
    await inTest(async (session) => {
      const id = await booked(session)
      await record(session, 'nigar', id, { amount: 100, reference: 'A-1' })
      expect(await refusal(record(session, 'nigar', id, { amount: 200, reference: 'A-1' }))).toEqual([
        '23505',
        'appointment_payments_reference_is_single',
      ])
      await record(session, 'nigar', id, { kind: 'refunded', amount: 100, reference: 'A-1' })
    })
  })
})

test('paid minus refunded is never negative or above the fee, for random entries in random order', { timeout: 60_000 }, async () => {
  const entry = fc.record({
    kind: fc.constantFrom('paid', 'paid', 'refunded', 'waived'),
    amount: fc.oneof(fc.integer({ min: -2, max: 120 }), fc.constantFrom(1, 50, 100, 100_000_000)),
  })
  let accepted = 0
  let refused = 0
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 100 }), fc.array(entry, { minLength: 1, maxLength: 12 }), async (fee, entries) => {
      await db.as(superuser, async (session) => {
        const id = await booked(session, { fee_minor: fee })
        const sums = { paid: 0, refunded: 0, waived: 0 }
        for (const { kind, amount } of entries) {
          const kept = sums.paid - sums.refunded
          const room = kind === 'refunded' ? kept : fee - kept - sums.waived
          const answer = await refusal(record(session, 'nigar', id, { kind, amount }))
          const isPossible = amount >= 1 && amount <= room
          const why = amount < 1 ? ['23514', 'appointment_payments_amount_is_sane'] : ['P0001', 'payment_out_of_range']
          expect(answer).toEqual(isPossible ? 'was allowed' : why)
          if (isPossible) {
            sums[kind] += amount
            accepted += 1
          } else refused += 1
        }
        expect(await sumsOf(session, id)).toMatchObject(sums)
        expect(
          await session.query(
            `select coalesce(sum(amount_minor) filter (where kind = 'paid'), 0)::int as paid,
               coalesce(sum(amount_minor) filter (where kind = 'refunded'), 0)::int as refunded,
               coalesce(sum(amount_minor) filter (where kind = 'waived'), 0)::int as waived
             from appointment_payments where appointment_id = $1`,
            [id],
          ),
        ).toEqual([sums])
      })
    }),
    { numRuns: rounds(10, 150) },
  )
  expect(accepted).toBeGreaterThan(0)
  expect(refused).toBeGreaterThan(0)
})
