// Passwords: the rule for new ones, and bcrypt off the main thread.
import { availableParallelism } from 'node:os'
import { compare, hash } from 'bcrypt'
import { isCommonPassword } from './common-passwords.ts'
import { AuthError } from './errors.ts'
import { createQueue } from './queue.ts'

export const COST = 10
const MIN_LENGTH = 8
// bcrypt ignores further bytes.
const MAX_BYTES = 72
const SYMBOLS = '@$!%*?&'

/** Not applied at sign-in, so that passwords from before the rule still work. */
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

// One queue per process, because the processors are shared. Node has four threads for hashing, files and signatures, and one stays free.
const CONCURRENCY = Math.min(3, availableParallelism())
// A thread hashes ten to twenty passwords a second, so nobody waits much longer than two seconds. Further requests are refused and may
// retry.
const queued = createQueue({ concurrency: CONCURRENCY, maxWaiting: 20 * CONCURRENCY })

let cost = COST
export const hashPassword = (password: string) => queued(() => hash(password, cost))

// Costs above 14 would occupy a thread for seconds at every sign-in.
const BCRYPT_HASH = /^\$2[aby]\$(?:0[4-9]|1[0-4])\$[./A-Za-z\d]{53}$/

export const isPasswordHash = (text: string) => BCRYPT_HASH.test(text)

// Compared instead of the hash of an unknown account, so that the comparison takes the same time.
const dummyHash = () => hash('nobody has this password', cost)
let hashOfNobody = dummyHash()

/** Lowers the cost in tests that do not measure the hashing time; hashing would take a third of their duration. */
export function setHashCost(next: number) {
  if (next === cost) return
  cost = next
  hashOfNobody = dummyHash()
}

/** Takes the same time whether or not there is a hash. Only an imported hash may have another cost. */
export async function isPassword(password: string, hashed: string | null | undefined) {
  const given = Buffer.byteLength(password) > MAX_BYTES ? '' : password
  const against = hashed || (await hashOfNobody)
  const isRight = await queued(() => compare(given, against))
  return isRight && Boolean(hashed)
}
