// Random guardianships, birthdays, claims and departures: after every step, people can read and act only for patients for whom they have a
// live right.
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { rounds } from '../../server/testing/rounds.ts'
import { accept, asAccount, inviteAbout, invited, leave, makeAccount, writeInvitation } from './claims.ts'
import { idOf, refusal, type Session, superuser, useClinic } from './clinic.ts'
import { addAdult, addChild, arrangeFor, peopleOf, turnAdult } from './patients.ts'

const db = useClinic()
const PEOPLE = ['leyla', 'murat', 'mallory'] as const
type Person = (typeof PEOPLE)[number]

beforeAll(() => db.keep(superuser, ({ query }) => query('delete from private.rate_counters')))

interface Patient {
  id: string
  isChild: boolean
  isGrown: boolean
  guardians: Person[]
  appointment: string
  /** The id of the account that claimed the record. */
  owner: string | undefined
}

const person = fc.constantFrom(...PEOPLE)
const which = fc.nat(5)
const anyStep = fc.oneof(
  fc.record({ kind: fc.constant('add' as const), by: person, isChild: fc.boolean() }),
  fc.record({ kind: fc.constant('birthday' as const), which, isGrown: fc.boolean() }),
  fc.record({ kind: fc.constant('second' as const), which, by: person, to: person }),
  fc.record({ kind: fc.constant('claim' as const), which, by: person, to: person }),
  fc.record({ kind: fc.constant('claim anew' as const), which, by: person }),
  fc.record({ kind: fc.constant('leave' as const), which, by: person }),
)
type Step = typeof anyStep extends fc.Arbitrary<infer Each> ? Each : never

const isAdult = ({ isChild, isGrown }: Patient) => !isChild || isGrown
const isLive = (patient: Patient) => patient.owner === undefined && !(patient.isChild && patient.isGrown)

async function add(session: Session, patients: Patient[], { by, isChild }: { by: Person; isChild: boolean }) {
  const id = await (isChild ? addChild : addAdult)(session, by)
  const appointment = await arrangeFor(session, id, db.aylin, { startsIn: `${patients.length + 2} days` })
  patients.push({ id, isChild, isGrown: false, guardians: [by], appointment, owner: undefined })
}

/** Attempts the step and checks that it succeeds exactly if the model allows it. */
async function take(session: Session, patients: Patient[], step: Step) {
  if (step.kind === 'add') return patients.length < 6 ? add(session, patients, step) : undefined
  const patient = patients[step.which % Math.max(1, patients.length)]
  if (!patient) return undefined
  const { id, guardians, owner } = patient
  if (step.kind === 'birthday') {
    if (!patient.isChild || owner !== undefined) return undefined
    patient.isGrown = step.isGrown
    return turnAdult(session, id, step.isGrown ? 0 : 1)
  }
  const isGuardian = owner === undefined && guardians.includes(step.by)
  const attempt = async (isAllowed: boolean, act: () => Promise<unknown>, onDone: () => void) => {
    const answer = await refusal(act())
    expect([step, patient, answer === 'was allowed']).toEqual([step, patient, isAllowed])
    if (isAllowed) onDone()
  }
  switch (step.kind) {
    case 'second': {
      const isFree = guardians.length < 2 && !guardians.includes(step.to)
      const act = async () => accept(session, step.to, await invited(session, step.by, id, step.to, 'guardian'))
      return attempt(isGuardian && !isAdult(patient) && isFree, act, () => guardians.push(step.to))
    }
    case 'claim': {
      const act = async () => accept(session, step.to, await invited(session, step.by, id, step.to))
      return attempt(isGuardian && isAdult(patient) && !guardians.includes(step.to), act, () => {
        patient.owner = idOf(step.to)
      })
    }
    case 'claim anew': {
      const act = async () => {
        await writeInvitation(session, await inviteAbout(session, step.by, id, `${id}@example.test`))
        await makeAccount(session, id, `${id}@example.test`)
      }
      return attempt(isGuardian && isAdult(patient), act, () => {
        patient.owner = id
      })
    }
    case 'leave': {
      const isAlone = guardians.length === 1 && !isAdult(patient)
      return attempt(
        isGuardian && !isAlone,
        () => leave(session, step.by, id),
        () => guardians.splice(guardians.indexOf(step.by), 1),
      )
    }
  }
}

const sorted = (ids: string[]) => ids.toSorted()

async function check(session: Session, patients: Patient[]) {
  for (const name of PEOPLE) {
    const live = patients.filter((patient) => isLive(patient) && patient.guardians.includes(name))
    const own = patients.filter(({ owner }) => owner === idOf(name))
    expect(sorted(await peopleOf(session, name))).toEqual(sorted(live.map(({ id }) => id)))
    await session.as(name, async ({ query }) => {
      const ids = async (sql: string) => sorted((await query<{ id: string }>(sql)).map(({ id }) => id))
      expect(await ids('select user_id as id from profiles')).toEqual(sorted([idOf(name), ...live.map(({ id }) => id)]))
      const appointments = sorted([...live, ...own].map(({ appointment }) => appointment))
      expect(await ids('select id from appointments')).toEqual(appointments)
      const consents = await ids('select distinct user_id as id from consents')
      expect(consents.filter((id) => id !== idOf(name))).toEqual(sorted(live.filter(({ isChild }) => isChild).map(({ id }) => id)))
    })
  }
  for (const { id, appointment, owner } of patients) {
    if (owner !== id) continue
    const read = await asAccount(session, id, ({ query }) => query('select id from appointments'))
    expect(read).toEqual([{ id: appointment }])
  }
}

test(
  'nobody can read without a live right, whatever the order of steps',
  async () => {
    let taken = 0
    await fc.assert(
      fc.asyncProperty(fc.boolean(), fc.array(anyStep, { minLength: 4, maxLength: 14 }), async (isChild, steps) => {
        await db.as(superuser, async (session) => {
          const patients: Patient[] = []
          await add(session, patients, { by: 'leyla', isChild })
          for (const each of steps) {
            await take(session, patients, each)
            await check(session, patients)
            taken++
          }
        })
      }),
      { numRuns: rounds(6, 200) },
    )
    expect(taken).toBeGreaterThan(20)
  },
  rounds(60_000, 900_000),
)
