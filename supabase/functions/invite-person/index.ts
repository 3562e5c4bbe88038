// Invites a doctor, an admin or a patient by mail, or renews an open invitation. The database first checks the caller's own rights; only
// then the secret key asks the account service to create the account and to mail its link.
import process from 'node:process'
import { company } from '../_shared/company.ts'
import { LANGUAGES, UUID } from '../_shared/rules.ts'
import { forPeople, type KnownRefusals, type PersonsCall, Refusal, unwrap } from '../_shared/serve.ts'

const ROLES = ['doctor', 'admin', 'patient'] as const

const REFUSALS: KnownRefusals = {
  invitation_email_invalid: { status: 400, message: 'email must be an address' },
  invitation_language_invalid: { status: 400, message: 'language is not offered' },
  invitation_timezone_invalid: { status: 400, message: 'timezone is not offered' },
  invitation_name_invalid: { status: 400, message: 'full_name is too long' },
  invitation_name_required: { status: 400, message: 'A doctor without a record needs full_name' },
  doctor_not_found: { status: 404, message: 'There is no such record' },
  doctor_already_linked: { message: 'The record belongs to another account' },
  already_has_role: { message: 'The account has this role already' },
  account_banned: { message: 'The account is banned' },
  account_not_confirmed: { message: 'The account with this address has not been confirmed' },
  invitation_not_open: { message: 'The invitation was accepted or revoked' },
  too_many_invitations: { status: 429, message: 'Too many invitations today' },
}

/** Errors that reveal something about an existing account. */
const OF_ACCOUNTS = ['email_exists', 'user_banned']

// Both paths take less than this, so the response time does not tell a doctor whether the address has an account.
const STEADY_MS = 1000

export default {
  fetch: forPeople(async ({ body, db, asServiceRole }) => {
    const startedAt = performance.now()
    const { id, state, address, name, language, userId, mayKnowAccount } =
      'invitation_id' in body ? await renew(db, body) : await create(db, body)
    if (state !== 'invited') return { invitation_id: id, state, user_id: userId }
    const { data, error } = await asServiceRole.auth.admin.inviteUserByEmail(address, {
      data: { ...namesIn(name), language },
      ...redirectTo(language),
    })
    if (error?.code === 'email_exists' && mayKnowAccount)
      throw new Refusal(409, 'account_exists_now', 'The address has just got an account; invite it again')
    if (error && (mayKnowAccount || !OF_ACCOUNTS.includes(error.code ?? '')))
      throw new Refusal(502, 'invitation_not_sent', `The account service answered ${error.status ?? 'nothing'}`)
    if (mayKnowAccount) return { invitation_id: id, state, user_id: data.user?.id }
    await new Promise((resolve) => setTimeout(resolve, STEADY_MS - (performance.now() - startedAt)))
    return { invitation_id: id, state }
  }),
}

async function create(db: PersonsCall['db'], given: Record<string, unknown>) {
  const { email, role, language, full_name: fullName, doctor_id: doctorId, timezone = company.timezone } = given
  const wantedRole = ROLES.find((each) => each === role)
  if (!wantedRole) throw new Refusal(400, 'invalid_role', `role must be one of ${ROLES.join(', ')}`)
  if (!isText(email)) throw new Refusal(400, 'invitation_email_invalid', 'email must be an address')
  const wantedLanguage = LANGUAGES.find((each) => each === language)
  if (!wantedLanguage) throw new Refusal(400, 'invitation_language_invalid', `language must be one of ${LANGUAGES.join(', ')}`)
  if (fullName !== undefined && fullName !== null && !isText(fullName))
    throw new Refusal(400, 'invitation_name_invalid', 'full_name must be a text')
  if (doctorId !== undefined && doctorId !== null && !(isText(doctorId) && UUID.test(doctorId)))
    throw new Refusal(400, 'invalid_doctor', 'doctor_id must be an id')
  if (!isText(timezone)) throw new Refusal(400, 'invitation_timezone_invalid', 'timezone must be a text')
  const answer = await db
    .rpc('create_invitation', {
      email,
      role: wantedRole,
      language: wantedLanguage,
      timezone,
      ...(isText(fullName) ? { full_name: fullName } : {}),
      ...(isText(doctorId) ? { doctor_id: doctorId } : {}),
    })
    .single()
  const { invitation_id: id, state, address, invited_name, invited_language, account_id, may_know_account } = unwrap(answer, REFUSALS)
  return { id, state, address, name: invited_name, language: invited_language, userId: account_id, mayKnowAccount: may_know_account }
}

async function renew(db: PersonsCall['db'], { invitation_id: invitationId }: Record<string, unknown>) {
  if (!isText(invitationId) || !UUID.test(invitationId)) throw new Refusal(400, 'invalid_invitation', 'invitation_id must be an id')
  const answer = await db.rpc('renew_invitation', { invitation_id: invitationId }).single()
  const { renewed_id: id, state, address, invited_name, invited_language, account_id, may_know_account } = unwrap(answer, REFUSALS)
  return { id, state, address, name: invited_name, language: invited_language, userId: account_id, mayKnowAccount: may_know_account }
}

const isText = (value: unknown): value is string => typeof value === 'string'

/** The last word is the family name, as in the doctor's record. */
function namesIn(fullName: string | null) {
  const words = (fullName ?? '').trim().split(/\s+/).filter(Boolean)
  const last_name = words.length > 1 ? words.at(-1) : undefined
  const first_name = words.slice(0, Math.max(1, words.length - 1)).join(' ')
  return { ...(first_name ? { first_name } : {}), ...(last_name ? { last_name } : {}) }
}

/** The site's first page in the invitee's language, where the account is completed. */
function redirectTo(language: string) {
  const siteUrl = process.env['SITE_URL']
  return siteUrl ? { redirectTo: `${siteUrl.replace(/\/+$/, '')}/${language === LANGUAGES[0] ? '' : language}` } : {}
}
