import { invalidKey, StorageError } from './errors.ts'

const KEY = /^[\w/!.*'() &$=@;:+,?-]+$/
const BUCKET = /^[\w!.*'() &$=@;:+,?-]{1,100}$/
const MAX_KEY_LENGTH = 1024

/** Allows the same characters as hosted Supabase, and no empty, `.` or `..` segments, because policies extract folders from the key. */
export function validKey(key: string) {
  const steps = key.split('/')
  if (!KEY.test(key) || key.length > MAX_KEY_LENGTH || steps.some((step) => step === '' || step === '.' || step === '..'))
    throw invalidKey(key)
  return key
}

export function validBucket(name: string) {
  if (!BUCKET.test(name)) throw new StorageError(400, 'InvalidBucketName', 'Bucket name invalid', 'Invalid Input')
  return name
}
