// Creates the account of a person who opened a mailed invitation about a patient: with the id of the record that they claim, or with a new
// id for a second guardian. Opening the link proves that the address is theirs. People with an account sign in and accept through the REST
// API instead.
import { LANGUAGES } from '../_shared/rules.ts'
import { type AnyCall, forEverybody, type KnownRefusals, Refusal, unwrap } from '../_shared/serve.ts'

const REFUSALS: KnownRefusals = {
  invitation_not_open: { message: 'The invitation was used, revoked or has expired' },
  account_not_confirmed: { message: 'The account with this address has not been confirmed' },
}

export default {
  fetch: forEverybody(async ({ body, asServiceRole }) => {
    const { token, password, metadata } = wantedBy(body)
    const prepared = unwrap(await asServiceRole.rpc('prepare_invited_account', { token }).single<Prepared>(), REFUSALS)
    const { account_id: id, email, first_name, last_name, language } = prepared
    const names = id ? { first_name, last_name, language } : { language, ...metadata }
    const { error } = await asServiceRole.auth.admin.createUser({
      ...(id && { id }),
      email,
      password,
      email_confirm: true,
      user_metadata: names,
    })
    if (!error) return { email }
    if (error.code === 'weak_password') throw new Refusal(422, 'weak_password', 'The password is too weak', reasonsOf(error))
    if (error.code === 'email_exists') throw new Refusal(409, 'account_exists_now', 'The address has just got an account')
    throw await refusalOf(asServiceRole, token, error.status)
  }),
}

interface Prepared {
  account_id: string | null
  email: string
  first_name: string | null
  last_name: string | null
  language: string
}

const MAX_LENGTH = 200

function wantedBy({ token, password, first_name, last_name, timezone, language }: Record<string, unknown>) {
  if (!isText(token)) throw new Refusal(400, 'invalid_token', 'token must be a text')
  if (!isText(password)) throw new Refusal(400, 'invalid_password', 'password must be a text')
  const spoken = LANGUAGES.find((each) => each === language)
  const metadata = {
    ...(isText(first_name) && { first_name }),
    ...(isText(last_name) && { last_name }),
    ...(isText(timezone) && { timezone }),
    ...(spoken && { language: spoken }),
  }
  return { token, password, metadata }
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '' && value.length <= MAX_LENGTH

const reasonsOf = (error: object) => ({ reasons: 'reasons' in error ? error.reasons : [] })

/** Reads the invitation again, because the account service does not pass on why the database refused. */
async function refusalOf(db: AnyCall['asServiceRole'], token: string, status: number | undefined) {
  const { state } = unwrap(await db.rpc('get_patient_invitation', { token })) as { state: string }
  if (state !== 'open') return new Refusal(409, 'invitation_not_open', 'The invitation was used, revoked or has expired')
  return new Refusal(502, 'account_not_made', `The account service answered ${status ?? 'nothing'}`)
}
