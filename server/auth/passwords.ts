// Passwords: the rule at sign-up and change, and bcrypt off the main thread.
import { availableParallelism } from 'node:os'
import { compare, hash } from 'bcrypt'
import { isCommonPassword } from './common-passwords.ts'
import { AuthError } from './errors.ts'
import { createQueue } from './queue.ts'

const COST = 10
const MIN_LENGTH = 8
// bcrypt looks at no more than this.
const MAX_BYTES = 72
const SYMBOLS = '@$!%*?&'

/** Never asked at sign-in: who has an older password may come in. */
export function checkPassword(password: string) {
  if (Buffer.byteLength(password) > MAX_BYTES)
    throw new AuthError(400, 'validation_failed', `Password cannot be longer than ${MAX_BYTES} characters`)
  const reasons: string[] = []
  if (password.length < MIN_LENGTH) reasons.push('length')
  const hasAll = [/[a-z]/, /[A-Z]/, /\d/, /[@$!%*?&]/].every((kind) => kind.test(password))
  if (!hasAll || !/^[A-Za-z\d@$!%*?&]*$/.test(password)) reasons.push('characters')
  if (reasons.length)
    throw new AuthError(
      422,
      'weak_password',
      `Password should be at least ${MIN_LENGTH} characters and contain a lower-case letter, an upper-case letter, a digit and one of ${SYMBOLS}, and nothing else.`,
      { weak_password: { reasons } },
    )
  if (isCommonPassword(password))
    throw new AuthError(422, 'weak_password', 'Password is known to be weak and easy to guess, please choose a different one.', {
      weak_password: { reasons: ['pwned'] },
    })
}

// One for the process, as the processors are. Node has four threads for this, files and signatures: one stays free for the others.
const LANES = Math.min(3, availableParallelism())
// A lane does ten to twenty a second: nobody waits much longer than the two seconds after which the others are told to come back.
const queued = createQueue({ lanes: LANES, mostWaiting: 20 * LANES })

export const hashPassword = (password: string) => queued(() => hash(password, COST))

// Costs above 14 would keep a thread busy for seconds at every sign-in.
const BCRYPT_HASH = /^\$2[aby]\$(?:0[4-9]|1[0-4])\$[./A-Za-z\d]{53}$/

export const isPasswordHash = (text: string) => BCRYPT_HASH.test(text)

// The hash of an unknown password. Comparing with it takes as long as with a real one.
const NOBODYS = hash('nobody has this password', COST)

/** Takes the same time whether or not there is a password to compare with; only a hash from elsewhere may have another cost. */
export async function isPassword(password: string, hashed: string | null | undefined) {
  const given = Buffer.byteLength(password) > MAX_BYTES ? '' : password
  const against = hashed || (await NOBODYS)
  const isRight = await queued(() => compare(given, against))
  return isRight && Boolean(hashed)
}
