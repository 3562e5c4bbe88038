// Admins, and doctor records that they manage.
import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { Cast, Person } from './cast.ts'

export async function anAdmin(cast: Cast) {
  const admin = await cast.person('Nigar')
  await cast.write('POST', '/rest/v1/user_roles', { user_id: admin.id, role: 'admin' })
  return admin
}

/** A record without a user. */
export async function aRecord(cast: Cast, first_name: string) {
  const last_name = `Kayıt ${word()}`
  const [record] = await cast.write<{ id: string }[]>('POST', '/rest/v1/doctors', { first_name, last_name, specialization: 'Nöroloji' })
  return { id: record?.id ?? '', name: `Dr. ${first_name} ${last_name}` }
}

export const recordsOf = async (cast: Cast, admin: Person, filter: string) =>
  (await cast.act<object[]>(admin, 'GET', `/rest/v1/doctors?${filter}&select=first_name,last_name,specialization,bio,available,user_id`))
    .body

/** Letters that are in no other name of these stories. */
export const word = () =>
  randomUUID()
    .slice(0, 8)
    .replaceAll(/\d/g, (digit) => 'ghjklmnoprs'[Number(digit)] ?? '')

export const entry = (page: Page, name: string) =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name, exact: true }) })
export const box = (page: Page, name: string) => page.getByRole('textbox', { name })
export const search = (page: Page) => page.getByRole('searchbox', { name: 'Kullanıcı ara' })

/** Opens the form for a new doctor. */
export const openForm = (page: Page) => page.getByRole('button', { name: 'Yeni doktor ekle' }).click()
