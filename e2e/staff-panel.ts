// Helpers for the stories about the panels of doctors and admins.
import type { Page } from '@playwright/test'
import type { Cast, Person } from './cast.ts'

export const card = (page: Page, patient: string) => page.getByRole('article', { name: `${patient} Öykü` })
/** Shows the details that do not fit into the line of the appointment. */
export const unfold = (page: Page, patient: string) =>
  card(page, patient)
    .getByRole('button', { name: /^Ayrıntılar/ })
    .click()
export const figure = (page: Page, name: string) =>
  page
    .getByRole('term')
    .filter({ hasText: new RegExp(`^${name}$`) })
    .locator('xpath=following-sibling::dd')

/** Finds the form by its button, because the form for extra hours has the same fields. */
export const leaveForm = (page: Page) => page.locator('form').filter({ has: page.getByRole('button', { name: 'İzin Ekle' }) })

/** The row in the database, as the doctor may read it. */
export async function stored(cast: Cast, who: Person, id: string) {
  const { body } = await cast.act<{ status: string; notes: string | null; cancelled_by: string | null; did_not_come: boolean }[]>(
    who,
    'GET',
    `/rest/v1/appointments?id=eq.${id}&select=status,notes,cancelled_by,did_not_come`,
  )
  return body[0]
}

export const mailsTo = async (page: Page, { email }: Pick<Person, 'email'>) =>
  ((await (await page.request.get(`/dev/mail.json?to=${email}`)).json()) as { subject: string }[]).map(({ subject }) => subject)
