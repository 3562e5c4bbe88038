// Shared by the stories about working hours: the tabs where doctors and admins set and see them.
import type { BrowserContextOptions, Page } from '@playwright/test'
import type { Cast, Doctor, Person } from './cast.ts'

export interface StoredWindow {
  day_of_week: number
  start_time: string
  end_time: string
  is_available: boolean
}

type Browsing = BrowserContextOptions & { language?: string }

async function openTab(person: Person, path: string, tab: number, options?: Browsing) {
  const page = await person.open(path, options)
  await page.getByRole('tab').nth(tab).click()
  return page
}

export const openSchedule = async (doctor: Doctor, options?: Browsing) => openTab(doctor, '/doctor', 1, options)
export const openWeeks = async (person: Person, language = 'tr') => openTab(person, '/doctor-management', 2, { language })
export const openLeaves = async (person: Person, language = 'tr') => openTab(person, '/doctor-management', 3, { language })

export const day = (page: Page, name: string) => page.getByRole('group', { name, exact: true })
export const box = (page: Page, name: string) => day(page, name).getByRole('checkbox')
export const leaves = (page: Page) => page.getByRole('region', { name: 'İzinler' })

/** Saves the week as another window of theirs would. */
export const saveWeek = (cast: Cast, who: Person, { doctorId }: Doctor, windows: Partial<StoredWindow>[]) =>
  cast.act(who, 'POST', '/rest/v1/rpc/save_working_hours', { doctor_id: doctorId, windows })

export const addLeave = (cast: Cast, { doctorId }: Doctor, leave: object) =>
  cast.write('POST', '/rest/v1/doctor_leave', { doctor_id: doctorId, ...leave })
