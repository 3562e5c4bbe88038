// Second factors for the people of the clinic, and sessions with or without them.
import { randomUUID } from 'node:crypto'
import { emailOf, idOf, type Name, superuser } from './clinic.ts'
import type { ClinicServer } from './clinic-server.ts'

const ADD_FACTOR = `insert into auth.mfa_factors (id, user_id, factor_type, status, friendly_name, created_at, updated_at)
  values (gen_random_uuid(), $1, 'totp', $2, 'Phone', now(), now())`

export function factorsIn(clinic: ClinicServer) {
  const sql = (text: string, values: unknown[] = []) => clinic.keep(superuser, ({ query }) => query(text, values))
  return {
    sql,

    /** A client at that level. The level in its token can differ from the level of its session. */
    clientAt: async (name: Name, aal: 'aal1' | 'aal2', sessionAal = aal) => {
      const session = randomUUID()
      await sql('insert into auth.sessions (id, user_id, aal) values ($1, $2, $3)', [session, idOf(name), sessionAal])
      const claims = { sub: idOf(name), email: emailOf(name), role: 'authenticated' as const, session_id: session, aal }
      return clinic.clientWith(await clinic.tokens.sign(claims, 3600))
    },

    /** Makes roles and links to doctors' records that old. */
    age: async (days: number) => {
      await sql('update user_roles set granted_at = now() - make_interval(days => $1)', [days])
      await sql('update private.doctor_links set linked_at = now() - make_interval(days => $1)', [days])
    },

    enrol: (name: Name, status = 'verified') => sql(ADD_FACTOR, [idOf(name), status]),
  }
}
