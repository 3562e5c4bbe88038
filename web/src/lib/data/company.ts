// Takes over what the page says about the company, before anything is drawn.
import { applySettings, type CompanySettings } from '../../../../supabase/functions/_shared/company.ts'
import { readSiteConfig } from './config.ts'

export function takeCompany() {
  const block = document.getElementById('company')?.textContent
  applySettings(block ? (JSON.parse(block) as CompanySettings) : {}, { showsSamples: readSiteConfig().isTriedOut })
}
