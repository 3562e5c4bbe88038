// Shared by the stories about the profile: the elements of the page, and the stored data.
import type { Page } from '@playwright/test'
import type { Cast, Doctor, Person } from './cast.ts'
import { expect } from './fixtures.ts'

interface Stored {
  first_name: string
}

/** The stored profile, which an update without changes returns. */
export async function storedProfile(cast: Cast, { id }: Person) {
  const [profile] = await cast.write<Stored[]>('PATCH', `/rest/v1/profiles?user_id=eq.${id}`, { user_id: id })
  return profile
}

export async function book(cast: Cast, patient: Person, doctor: Doctor, appointment_date: string, patient_complaint: string) {
  const [appointment] = await cast.write<{ id: string }[]>('POST', '/rest/v1/appointments', {
    user_id: patient.id,
    doctor_id: doctor.doctorId,
    appointment_date,
    appointment_time: '10:00',
    patient_complaint,
  })
  return appointment?.id ?? ''
}

export const change = async (cast: Cast, doctor: Doctor, id: string, values: object) =>
  expect((await cast.act<object[]>(doctor, 'PATCH', `/rest/v1/appointments?id=eq.${id}`, values)).body).toHaveLength(1)

/** The status of a sign-in with these credentials. */
export async function tokenStatus(page: Page, email: string, password: string) {
  const { supabaseKey } = (await (await page.request.get('/config.json')).json()) as { supabaseKey: string }
  const answer = await page.request.post('/auth/v1/token?grant_type=password', {
    headers: { apikey: supabaseKey },
    data: { email, password },
  })
  return answer.status()
}

export const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
