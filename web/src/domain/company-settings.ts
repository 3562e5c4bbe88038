// The company settings that the owner has entered, as they are stored now.
import { queryOptions } from '@tanstack/react-query'
import type { CompanySettings } from '../../../supabase/functions/_shared/company.ts'
import type { NamedSetting } from '../../../supabase/functions/_shared/missing-settings.ts'
import { supabase } from '../lib/data/supabase.ts'
import { unwrap } from '../lib/errors.ts'
import type { TextKey } from '../lib/i18n.tsx'

const COLUMNS =
  'brand, legal_names, addresses, phone_azerbaijan, phone_turkey, info_email, support_email, whatsapp, tax_number, permit_number, permit_country, permit_authorities, psychology_coordinator, psychology_coordinator_photo, architects, hours, payment_ways, version, updated_at'

export type StoredCompany = CompanySettings & { version: number; updated_at: string }

export async function loadCompany() {
  return unwrap(await supabase.from('company_settings').select(COLUMNS).single()) as StoredCompany
}

export const companySettings = queryOptions({ queryKey: ['company-settings'], queryFn: loadCompany })

export const COMPANY_FIELDS: Record<NamedSetting, TextKey> = {
  brand: 'companyField.brand',
  legal_names: 'companyField.legalName',
  addresses: 'companyField.address',
  phone_azerbaijan: 'companyField.phoneAzerbaijan',
  phone_turkey: 'companyField.phoneTurkey',
  info_email: 'companyField.infoEmail',
  support_email: 'companyField.supportEmail',
  whatsapp: 'companyField.whatsApp',
  tax_number: 'companyField.taxNumber',
  permit_number: 'companyField.permitNumber',
  permit_country: 'companyField.permitCountry',
  permit_authorities: 'companyField.permitAuthority',
  psychology_coordinator: 'companyField.coordinator',
  architects: 'companyField.architects',
  hours: 'companyField.hours',
  payment_ways: 'companyField.paymentWays',
}
