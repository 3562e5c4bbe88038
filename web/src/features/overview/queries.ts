// The owner's figures by week or month. Six database functions are called together.
import { queryOptions } from '@tanstack/react-query'
import { supabase } from '../../lib/data/supabase.ts'
import { unwrap } from '../../lib/errors.ts'

export type Unit = 'week' | 'month'

const PERIODS = 12

export type Overview = Awaited<ReturnType<typeof getOverview>>

async function getOverview(unit: Unit) {
  const range = { unit, periods: PERIODS }
  const [periods, hours, patients, languages, fees, reasons, doctors] = await Promise.all([
    // The generated types do not say that figures can be null, if there is no answer or if there are too few people.
    supabase.rpc('get_overview', range).overrideTypes<{ median_wait_minutes: number | null; slow_wait_minutes: number | null }[]>(),
    supabase.rpc('get_overview_hours', range),
    supabase.rpc('get_overview_patients', range).overrideTypes<{ new_patients: number | null; returning_patients: number | null }[]>(),
    supabase.rpc('get_overview_languages', range).overrideTypes<{ patients: number | null }[]>(),
    supabase.rpc('get_overview_fees', range),
    supabase.rpc('get_overview_reasons', range).overrideTypes<{ reason: string | null }[]>(),
    supabase.from('doctors').select('id, first_name, last_name, title').order('first_name').order('last_name').limit(1000),
  ])
  return {
    periods: unwrap(periods),
    hours: unwrap(hours),
    patients: unwrap(patients),
    languages: unwrap(languages),
    fees: unwrap(fees),
    reasons: unwrap(reasons),
    doctors: unwrap(doctors),
  }
}

export const overviewOf = (unit: Unit) => queryOptions({ queryKey: ['overview', unit], queryFn: () => getOverview(unit) })
