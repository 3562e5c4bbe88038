// Hidden notes through REST and live changes, as guardians and doctors receive them.
import { expect, test } from 'vitest'
import { idOf, type Name, superuser } from './clinic.ts'
import { useClinicServer } from './clinic-server.ts'
import { addChild, arrangeFor } from './patients.ts'

const clinic = useClinicServer()
const SECRET = 'Yalnız ergenle konuşuldu'

/** Collects the live changes of appointments that a user receives, as text. `until` waits for a change that contains the text. */
async function follow(name: Name) {
  const client = await clinic.clientOf(name)
  await client.realtime.setAuth()
  const heard: string[] = []
  let wake = () => {}
  const channel = client
    .channel('my appointments')
    .on('postgres_changes', { event: '*', schema: 'public', table: 'appointments' }, (change) => {
      heard.push(JSON.stringify(change))
      wake()
    })
  await new Promise<void>((resolve) => {
    channel.on('system', {}, () => resolve())
    channel.subscribe()
  })
  return {
    heard,
    stop: () => client.realtime.disconnect(),
    until: async (text: string) => {
      while (!heard.some((each) => each.includes(text))) await new Promise<void>((resolve) => (wake = resolve))
    },
  }
}

test('no service gives a guardian the text of a hidden note', async () => {
  const child = await clinic.keep(superuser, (db) => addChild(db, 'leyla'))
  const id = await clinic.keep(superuser, (db) => arrangeFor(db, child, clinic.aylin, { startsIn: '-1 hour' }))
  const [leyla, aylin] = [await clinic.clientOf('leyla'), await clinic.clientOf('aylin')]
  const guardian = await follow('leyla')
  const save = async (note: string, shown_to_guardians: boolean, seen?: string) => {
    const { data, error } = await aylin.rpc('save_note', {
      appointment_id: id,
      kind: 'note',
      note,
      shown_to_guardians,
      ...(seen && { seen }),
    })
    expect(error).toBeNull()
    const [saved] = data ?? []
    expect(saved?.other).toBeNull()
    return saved?.updated_at ?? ''
  }
  // Hides a new note, and hides a note again after showing it.
  const first = await save(SECRET, false)
  const shown = await save('Ateş düştü', true, first)
  await guardian.until('Ateş düştü')
  await save(SECRET, false, shown)
  await clinic.keep('aylin', ({ query }) => query('update appointments set notes = $2 where id = $1', [id, `${SECRET}!`]))
  // Live changes arrive in order, so once this one has arrived, all earlier ones have.
  await clinic.keep('aylin', ({ query }) => query("update appointments set status = 'completed' where id = $1", [id]))
  await guardian.until('completed')
  await guardian.stop()
  expect(guardian.heard.join('\n')).not.toContain(SECRET)

  const read = async (client: typeof leyla) =>
    JSON.stringify([
      await client.from('appointments').select('*, hidden:appointment_hidden_notes (*)').eq('id', id),
      await client.from('appointments').select('notes').eq('id', id),
      await client.from('appointment_hidden_notes').select(),
      await client.rpc('export_my_data'),
      await client.rpc('list_my_people'),
    ])
  expect(await read(leyla)).toContain(id)
  expect(await read(leyla)).not.toContain(SECRET)
  expect(await read(aylin)).toContain(`${SECRET}!`)
  expect(await read(await clinic.clientOf('nigar'))).not.toContain(SECRET)
  const mails = await clinic.as(superuser, ({ query }) => query('select payload::text from private.mail_outbox'))
  expect(JSON.stringify(mails)).not.toContain(SECRET)
  const log = await clinic.as(superuser, ({ query }) => query('select details::text from audit_log where actor = $1', [idOf('aylin')]))
  expect(log.length).toBeGreaterThan(0)
  expect(JSON.stringify(log)).not.toContain(SECRET)
})
