// Loads the company's details, as the owner entered them, for mails.
import process from 'node:process'
import { applySettings, type CompanySettings } from '../company.ts'
import type { Call } from '../serve.ts'

/** Call this before writing mails. If the database does not answer, the last values, or the defaults, stay. */
export async function readCompany(db: Call['asServiceRole']) {
  const { data } = await db.from('company_settings').select('*').maybeSingle()
  if (data) applySettings(data as unknown as CompanySettings, { showsSamples: isTriedOut(process.env['SITE_URL']) })
}

/** Whether the site runs on this machine only. */
const isTriedOut = (siteUrl = '') => URL.canParse(siteUrl) && /^(?:localhost|127\.[\d.]+|\[::1\])$/.test(new URL(siteUrl).hostname)
