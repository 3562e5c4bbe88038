import { expect, test } from 'vitest'
import { superuser } from '../../tests/clinic.ts'
import { invoke, useClinicServer } from '../../tests/clinic-server.ts'

const clinic = useClinicServer()

test('one run closes more than one batch, and the patient is notified live', { tags: 'long' }, async () => {
  // 250 past requests of half an hour each, all of one patient and one doctor.
  await clinic.keep(superuser, ({ query }) =>
    query(
      `insert into appointments (user_id, doctor_id, appointment_date, appointment_time, patient_complaint)
       select p.user_id, $1, current_date - 2 - n / 20, to_char(time '00:00' + (n % 20) * interval '1 hour', 'HH24:MI'), 'x'
       from generate_series(0, 249) as n, profiles p where p.first_name = 'leyla'`,
      [clinic.aylin],
    ),
  )
  const client = await clinic.clientOf('leyla')
  await client.realtime.setAuth()
  const channel = client.channel('own appointments')
  const heard = new Promise<Record<string, unknown>>((resolve) =>
    channel.on('postgres_changes', { event: 'UPDATE', schema: 'public', table: 'appointments' }, (change) => resolve(change.new)),
  )
  const ready = new Promise<void>((resolve) => channel.on('system', {}, () => resolve()))
  channel.subscribe()
  await ready

  expect(await invoke(clinic.withSecretKey, 'close-appointments')).toMatchObject({ status: 200, answer: { expired: 250, completed: 0 } })
  expect(await heard).toMatchObject({ status: 'cancelled', cancelled_by: 'expired' })
  await client.realtime.disconnect()
  expect(await invoke(clinic.withSecretKey, 'close-appointments')).toMatchObject({ status: 200, answer: { expired: 0, completed: 0 } })
})
