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
      // Somebody saved between the comparison and this. The next press compares again.
      if (changed.length === 0) throw new AppError('company_changed')
    },
    onSettled: () => client.invalidateQueries({ queryKey: companySettings.queryKey }),
  })
}

/** Whether visitors are shown what consultations cost. */
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
