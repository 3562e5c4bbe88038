// Applies the company settings of the page before anything is rendered.
import { applySettings } from '../../../../supabase/functions/_shared/company.ts'
import { readJsonBlock } from '../load/json-block.ts'
import { readSiteConfig } from './config.ts'

export function takeCompany() {
  applySettings(readJsonBlock('page-company') ?? {}, { showsSamples: readSiteConfig().isTriedOut })
}
