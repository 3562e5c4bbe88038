// What mails say about the company, as the owner has entered it.
import process from 'node:process'
import { applySettings, type CompanySettings } from '../company.ts'
import type { Call } from '../serve.ts'

/** Before mails are written. What was read last, or the defaults, stay if the database does not answer. */
export async function readCompany(db: Call['asServiceRole']) {
  const { data } = await db.from('company_settings').select('*').maybeSingle()
  if (data) applySettings(data as unknown as CompanySettings, { showsSamples: isTriedOut(process.env['SITE_URL']) })
}

/** On this machine only. */
const isTriedOut = (siteUrl = '') => URL.canParse(siteUrl) && /^(?:localhost|127\.[\d.]+|\[::1\])$/.test(new URL(siteUrl).hostname)
