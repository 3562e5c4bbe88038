// Standard Webhooks (standardwebhooks.com), as Supabase Auth signs its hooks.
import { Buffer } from 'node:buffer'
import { createHmac, timingSafeEqual } from 'node:crypto'

const TOLERANCE_SECONDS = 5 * 60

/** `secrets` contains `v1,whsec_<base64>`, or several separated by `|` during a rotation. */
export function isSignedBy(secrets: string, headers: Headers, body: string, now = Date.now()) {
  const id = headers.get('webhook-id')
  const timestamp = headers.get('webhook-timestamp')
  const given = headers.get('webhook-signature')
  if (!id || !given || !timestamp || !/^\d{1,12}$/.test(timestamp)) return false
  if (Math.abs(now / 1000 - Number(timestamp)) > TOLERANCE_SECONDS) return false
  const signatures = given
    .split(' ')
    .filter((each) => each.startsWith('v1,'))
    .map((each) => Buffer.from(each.slice('v1,'.length), 'base64'))
  return keysIn(secrets).some((key) => {
    const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest()
    return signatures.some((each) => each.length === expected.length && timingSafeEqual(each, expected))
  })
}

// Empty keys are left out, because anybody could sign with one.
function keysIn(secrets: string) {
  return secrets
    .split('|')
    .map((each) => /^\s*(?:v1,)?whsec_([A-Za-z0-9+/]+=*)\s*$/.exec(each)?.[1])
    .map((each) => Buffer.from(each ?? '', 'base64'))
    .filter((key) => key.length > 0)
}
