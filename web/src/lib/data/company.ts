// Takes over what the page says about the company, before anything is drawn.
import { applySettings } from '../../../../supabase/functions/_shared/company.ts'
import { readSiteConfig } from './config.ts'

export function takeCompany() {
  const { company = {}, isTriedOut } = readSiteConfig()
  applySettings(company, { showsSamples: isTriedOut })
}
