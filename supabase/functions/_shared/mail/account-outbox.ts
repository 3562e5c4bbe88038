// Records account mails in the outbox before the first attempt, so that they survive an outage of the mail server or of our own server.
import type { Json } from '../database.types.ts'
import { type Call, unwrap } from '../serve.ts'
import { type AccountMail, accountMailKinds } from './account-mails.ts'
import { languageOf } from './language.ts'
import { seal, unseal } from './sealed.ts'

export interface AccountMailTo extends AccountMail {
  to: string
}

interface StoredMail {
  id: string
  kind: string
  recipient: string
  language: string
  payload: Json
}

/** How long a link works. A mail with an expired link is not sent. */
const hoursOf = (kind: AccountMail['kind']) => (kind === 'invite' ? 72 : 1)

const kindOf = (kind: string) => accountMailKinds.find((each) => kind === `account_${each}`)

export const isStoredMail = (kind: string) => kindOf(kind) !== undefined

/** Records the mails and claims them for the caller to send. Returns an empty list if the event is already recorded. */
export async function recordAccountMails(
  db: Call['asServiceRole'],
  { accountId, event, mails }: { accountId: string; event: string; mails: [AccountMailTo, ...AccountMailTo[]] },
) {
  const [{ kind, language }] = mails
  const stored = await Promise.all(
    mails.map(async ({ to, firstName, lastName, link, code }) => {
      const mail = { id: crypto.randomUUID(), kind: `account_${kind}`, recipient: to }
      return { ...mail, sealed: await seal(JSON.stringify({ firstName, lastName, link, code }), contextOf(mail)) }
    }),
  )
  return unwrap(
    await db.rpc('record_account_mails', {
      account_id: accountId,
      kind: `account_${kind}`,
      language,
      valid_hours: hoursOf(kind),
      mails: stored,
      event,
    }),
  )
}

/** Throws a MailError if the key has changed. */
export async function readStoredMail(mail: StoredMail): Promise<AccountMail> {
  const { sealed = '' } = mail.payload as { sealed?: string }
  const kind = kindOf(mail.kind)
  if (!kind) throw new Error('not an account mail')
  const content = JSON.parse(await unseal(sealed, contextOf(mail))) as Omit<AccountMail, 'kind' | 'language'>
  return { ...content, kind, language: languageOf(mail.language) }
}

// Binds the ciphertext to its row: a link copied to another row, and so to another address, cannot be decrypted.
const contextOf = ({ id, kind, recipient }: Pick<StoredMail, 'id' | 'kind' | 'recipient'>) => `${id} ${kind} ${recipient}`
