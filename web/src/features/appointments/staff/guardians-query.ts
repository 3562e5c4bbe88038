// Adds guardians' names to appointments. Staff may not read guardians' profiles, so a database function returns the names.
import type { Guardian } from '../../../domain/guardians.ts'
import { supabase } from '../../../lib/data/supabase.ts'
import { unwrap } from '../../../lib/errors.ts'

interface WithPatient {
  user_id: string
  patient: { has_account: boolean | null } | null
}
export type Accompanied<Row extends WithPatient> = Omit<Row, 'patient'> & {
  patient: (NonNullable<Row['patient']> & { guardians?: Guardian[] | null }) | null
}

const MAX_IDS = 200

/** Makes no request if all patients have an account. */
export async function addGuardians<Row extends WithPatient>(rows: Row[]): Promise<Accompanied<Row>[]> {
  const ids = [...new Set(rows.filter(({ patient }) => patient?.has_account === false).map(({ user_id }) => user_id))]
  if (!ids.length) return rows
  const parts = Array.from({ length: Math.ceil(ids.length / MAX_IDS) }, (_, part) => ids.slice(part * MAX_IDS, (part + 1) * MAX_IDS))
  const answers = await Promise.all(parts.map(async (patient_ids) => unwrap(await supabase.rpc('list_guardians_of', { patient_ids }))))
  const guardians = new Map(answers.flat().map((each) => [each.patient_id, each.guardians as unknown as Guardian[]]))
  return rows.map((row) => ({ ...row, patient: row.patient && { ...row.patient, guardians: guardians.get(row.user_id) ?? null } }))
}
