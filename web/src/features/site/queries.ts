import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { companySettings } from '../../domain/company-settings.ts'
import { supabase } from '../../lib/data/supabase.ts'
import { AppError, type ErrorTexts, unwrap } from '../../lib/errors.ts'
import { type CompanyValues, companySettingsOf } from './company-input.ts'

export const COMPANY_ERRORS: ErrorTexts = {
  company_changed: 'site.changedMeanwhile',
  '23514': 'site.refused',
  '53100': 'site.diskFull',
}

export function useSaveCompany() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ values, version }: { values: CompanyValues; version: number }) => {
      const changed = unwrap(
        await supabase.from('company_settings').update(companySettingsOf(values)).eq('version', version).select('version'),
      )
      // Somebody else saved between the comparison and this update. The next press compares again.
      if (changed.length === 0) throw await missingRow('company_changed')
    },
    onSettled: () => client.invalidateQueries({ queryKey: companySettings.queryKey }),
  })
}

/** The reason why a row is missing. The database does not refuse somebody who is no longer an admin, but hides the row. */
export async function missingRow(otherwise: string) {
  const admins = unwrap(await supabase.from('user_roles').select('user_id').eq('role', 'admin').limit(1))
  return new AppError(admins.length > 0 ? otherwise : '42501')
}

/** Whether visitors can see the fees of consultations. */
export const publicFees = queryOptions({
  queryKey: ['public-fees'],
  queryFn: async () => unwrap(await supabase.rpc('are_fees_public')),
})

export function useShowFees() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (shown: boolean) => unwrap(await supabase.rpc('set_public_fees', { shown })),
    onSettled: () => client.invalidateQueries({ queryKey: publicFees.queryKey }),
  })
}
