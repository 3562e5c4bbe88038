// The doctors of the public list.
import type { Cast } from './cast.ts'
import { expect } from './fixtures.ts'

export const QUESTION = '**/rest/v1/rpc/get_public_doctors'
export const AYLIN = {
  first_name: 'Aylin',
  last_name: 'Işık',
  specialization: 'Kardiyoloji',
  bio: 'Yetişkin kardiyolojisi; hipertansiyon ve ikinci görüş.',
  work_hours: 'Pzt–Cum 09:00–17:00',
  timezone: 'Europe/Istanbul',
}
export const RAUF = { first_name: 'Rauf', last_name: 'Məmmədov', specialization: 'Nöroloji', timezone: 'Asia/Baku' }
export const CLAIRE = { first_name: 'Claire', last_name: 'Martin', specialization: 'Kadın Hastalıkları', timezone: 'Europe/Berlin' }
export const KARIM = { first_name: 'Karim', last_name: 'Al-Hassan', specialization: 'Spor Hekimliği', timezone: 'Asia/Dubai' }

/** Makes these the only doctors on the public list. */
export async function employ(cast: Cast, doctors: object[]) {
  await cast.write('PATCH', '/rest/v1/doctors?available=is.true', { available: false })
  for (const doctor of doctors) await cast.write('POST', '/rest/v1/doctors', doctor)
}

/** The page as the server rendered it. Retries, because a busy server sends the page without data instead of letting a reader wait. */
export async function rendered(address: string) {
  let html = ''
  const isRendered = async () => {
    html = await (await fetch(address)).text()
    return html.includes('<script id="page-data"')
  }
  await expect.poll(isRendered).toBe(true)
  return html
}
