// Sends invitations about patients without an account, as the site and the mail function do.
import { createHash } from 'node:crypto'
import { emailOf, type Session, serviceRole, superuser } from './clinic.ts'

const tokenOf = (invitation: string) => `token of ${invitation}`

type Kind = 'claim' | 'guardian'
const INVITING = { claim: 'invite_patient_to_claim', guardian: 'invite_guardian' }

export async function inviteAbout(db: Session, sender: Parameters<Session['as']>[0], patient: string, email: string, kind: Kind = 'claim') {
  const [row] = await db.as(sender, ({ query }) => query<{ id: string }>(`select ${INVITING[kind]}($1, $2) as id`, [patient, email]))
  if (!row) throw new Error('nobody was invited')
  return row.id
}

/** Stores the hash of the link's token, as the mail function does, so that the link works. */
export const writeInvitation = (db: Session, invitation: string) =>
  db.as(serviceRole, ({ query }) =>
    query<Record<string, string | null>>('select * from write_patient_invitation($1, $2)', [
      invitation,
      createHash('sha256').update(tokenOf(invitation)).digest('hex'),
    ]),
  )

/** Invites the address of a person with an account, and makes the link work. */
export async function invited(db: Session, sender: Parameters<Session['as']>[0], patient: string, person: string, kind: Kind = 'claim') {
  const invitation = await inviteAbout(db, sender, patient, emailOf(person), kind)
  await writeInvitation(db, invitation)
  return invitation
}

export const accept = async (
  db: Session,
  person: Parameters<Session['as']>[0],
  invitation: string,
  version: string | null = '2026-11-18',
) => {
  const [row] = await db.as(person, ({ query }) =>
    query<{ answer: { kind: Kind; patient_id: string } }>('select accept_patient_invitation($1, $2) as answer', [
      tokenOf(invitation),
      version,
    ]),
  )
  return row?.answer
}

export const readInvitation = async (db: Session, person: Parameters<Session['as']>[0], invitation: string) => {
  const [row] = await db.as(person, ({ query }) =>
    query<{ answer: Record<string, unknown> }>('select get_patient_invitation($1) as answer', [tokenOf(invitation)]),
  )
  return row?.answer
}

export const leave = (db: Session, person: Parameters<Session['as']>[0], patient: string) =>
  db.as(person, ({ query }) => query('select leave_guardianship($1)', [patient]))

/** Creates an account as the auth service does with the secret key. */
export const makeAccount = (db: Session, id: string, email: string) =>
  db.as(superuser, ({ query }) =>
    query(
      `insert into auth.users (id, aud, role, email, encrypted_password, email_confirmed_at, raw_user_meta_data)
       values ($1, 'authenticated', 'authenticated', $2, 'x', now(), '{"first_name": "Somebody"}')`,
      [id, email],
    ),
  )

export const guardiansOf = async (db: Session, patient: string) =>
  (
    await db.as(superuser, ({ query }) =>
      query<{ guardian_id: string }>('select guardian_id from guardians where patient_id = $1 order by declared_at', [patient]),
    )
  ).map(({ guardian_id }) => guardian_id)

export const entriesOf = (db: Session, subject: string, action: string) =>
  db.as(superuser, ({ query }) =>
    query<{ actor: string | null; details: Record<string, unknown> }>(
      'select actor, details from audit_log where subject = $1 and action = $2 order by id',
      [`user:${subject}`, action],
    ),
  )

export const rowOfProfile = async (db: Session, id: string) =>
  (await db.as(superuser, ({ query }) => query('select * from only private.profiles where user_id = $1', [id])))[0]

/** Runs `work` as a signed-in user with an id that belongs to no named person. */
export async function asAccount<T>(db: Session, id: string, work: (session: Session) => Promise<T>) {
  return db.as('leyla', async (session) => {
    await session.query("select set_config('request.jwt.claims', $1, true)", [JSON.stringify({ sub: id, role: 'authenticated' })])
    return work(session)
  })
}
