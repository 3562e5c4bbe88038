// Access to another user's patient through every service: REST, storage, live changes and functions, each cell with the real client.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { idOf, type Name, superuser } from './clinic.ts'
import { type Client, invoke, useClinicServer } from './clinic-server.ts'
import { addAdult, addChild, addGuardian, arrangeFor } from './patients.ts'

const clinic = useClinicServer()
const PEOPLE = {
  'a guardian of the child': 'leyla',
  'the second guardian of the child': 'murat',
  'a former guardian of the child, who acts for an adult': 'mallory',
  'the doctor of the child': 'aylin',
  'the doctor of the adult': 'rauf',
  reception: 'nigar',
} as const satisfies Record<string, Name>
type Who = keyof typeof PEOPLE
const NAMES = Object.keys(PEOPLE) as Who[]

interface Patient {
  id: string
  doctor: string
  appointment: string
}
const patients = {} as { child: Patient; adult: Patient }
const clients = new Map<Who, Client>()

beforeAll(async () => {
  const add = async (id: string, doctor: string) => {
    const appointment = await clinic.keep(superuser, (session) => arrangeFor(session, id, doctor, { startsIn: '5 minutes' }))
    return { id, doctor, appointment }
  }
  const child = await clinic.keep(superuser, (session) => addChild(session, 'leyla'))
  await clinic.keep(superuser, async (session) => {
    await addGuardian(session, child, 'mallory')
    await session.query('delete from guardians where guardian_id = $1', [idOf('mallory')])
    await addGuardian(session, child, 'murat')
  })
  patients.child = await add(child, clinic.aylin)
  patients.adult = await add(await clinic.keep(superuser, (session) => addAdult(session, 'mallory')), clinic.rauf)
  for (const who of NAMES) clients.set(who, await clinic.clientOf(PEOPLE[who]))
})
afterAll(async () => {
  for (const client of clients.values()) await client.realtime.disconnect()
})

const GUARDIANS: Who[] = ['a guardian of the child', 'the second guardian of the child']
const OF_ADULT: Who = 'a former guardian of the child, who acts for an adult'
/** The people who may act for the child and for the adult. */
const ACTING: Record<keyof typeof patients, Who[]> = { child: GUARDIANS, adult: [OF_ADULT] }
const WITH_DOCTOR: Record<keyof typeof patients, Who[]> = {
  child: [...GUARDIANS, 'the doctor of the child'],
  adult: [OF_ADULT, 'the doctor of the adult'],
}
const WITH_STAFF: Record<keyof typeof patients, Who[]> = {
  child: [...WITH_DOCTOR.child, 'reception'],
  adult: [...WITH_DOCTOR.adult, 'reception'],
}

const IN_A_WEEK = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10)
/** Each attempt gets another time, so that attempts do not conflict. */
let minutes = 9 * 60
function nextTime() {
  minutes += 15
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
}

const REPORT = new Blob(['%PDF-1.7\n%âãÏÓ\n'], { type: 'application/pdf' })
let files = 0
const upload = (client: Client, { appointment }: Patient) =>
  client.storage.from('appointment-files').upload(`${appointment}/${1763000000000 + files++}-tahlil.pdf`, REPORT)

const CELLS: [string, Record<keyof typeof patients, Who[]>, (client: Client, patient: Patient) => Promise<boolean>][] = [
  [
    'REST: reads the appointment',
    WITH_STAFF,
    async (client, { appointment }) => (await client.from('appointments').select('id').eq('id', appointment)).data?.length === 1,
  ],
  [
    'REST: books',
    ACTING,
    async (client, { id, doctor }) => {
      const booked = {
        user_id: id,
        doctor_id: doctor,
        appointment_date: IN_A_WEEK,
        appointment_time: nextTime(),
        patient_complaint: 'Ateş',
      }
      const { data, error } = await client.from('appointments').insert(booked).select('id')
      if (error) expect(error.code).toBe('42501')
      else
        await client
          .from('appointments')
          .update({ status: 'cancelled' })
          .eq('id', data[0]?.id ?? '')
      return !error
    },
  ],
  [
    'REST: holds a time',
    ACTING,
    async (client, { id, doctor }) => {
      const slot = { doctor_id: doctor, on_date: IN_A_WEEK, at_time: '09:00', patient_id: id }
      const { error } = await client.rpc('hold_slot', slot)
      await client.rpc('release_hold')
      if (error) expect(error.code).toBe('42501')
      return !error
    },
  ],
  ['storage: adds a file', WITH_DOCTOR, async (client, patient) => (await upload(client, patient)).error === null],
  [
    'storage: lists files',
    WITH_DOCTOR,
    async (client, { appointment }) => ((await client.storage.from('appointment-files').list(appointment)).data ?? []).length > 0,
  ],
  [
    'live: joins the topic of the call',
    WITH_DOCTOR,
    async (client, { appointment }) => {
      await client.realtime.setAuth()
      const channel = client.channel(`appointment:${appointment}`, { config: { private: true } })
      const status = await new Promise<string>((resolve) => channel.subscribe((state, error) => resolve(error ? 'refused' : state)))
      void channel.unsubscribe()
      return status === 'SUBSCRIBED'
    },
  ],
  [
    'functions: enters the room',
    WITH_DOCTOR,
    async (client, { appointment }) =>
      (await invoke(client, 'daily-room', { body: { appointmentId: appointment, userName: 'x' } })).status === 200,
  ],
]

describe.each(CELLS)('%s', (_, allowed, attempt) => {
  test.each(NAMES)('%s', async (who) => {
    const client = clients.get(who)
    if (!client) throw new Error('nobody is signed in')
    for (const patient of ['child', 'adult'] as const)
      expect([patient, await attempt(client, patients[patient])]).toEqual([patient, allowed[patient].includes(who)])
  })
})

test('live: only people who may read the appointment hear that it changed', async () => {
  const heard = new Map<Who, string[]>()
  for (const who of NAMES) {
    const client = clients.get(who)
    if (!client) throw new Error('nobody is signed in')
    await client.realtime.setAuth()
    const changes: string[] = []
    heard.set(who, changes)
    const channel = client
      .channel('my appointments')
      .on(
        'postgres_changes',
        { event: 'UPDATE', schema: 'public', table: 'appointments', filter: `user_id=eq.${patients.child.id}` },
        (change) => changes.push(JSON.stringify(change)),
      )
    await new Promise<void>((resolve) => {
      channel.on('system', {}, () => resolve())
      channel.subscribe()
    })
  }
  const doctor = clients.get('the doctor of the child')
  const { error } = (await doctor?.rpc('save_note', {
    appointment_id: patients.child.appointment,
    kind: 'note',
    note: 'Ateş düştü',
    shown_to_guardians: true,
  })) ?? { error: 'nobody' }
  expect(error).toBeNull()
  const listeners = () => NAMES.filter((who) => heard.get(who)?.some((change) => change.includes('Ateş düştü')))
  await expect.poll(listeners).toEqual(NAMES.filter((who) => WITH_STAFF.child.includes(who)))
  // Gives wrong notifications time to arrive.
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(listeners()).toEqual(NAMES.filter((who) => WITH_STAFF.child.includes(who)))
})
