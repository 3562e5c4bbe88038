// Links to a phone number or an email address. Both are left-to-right in every language.
import { classes } from '../lib/classes.ts'
import { telLink } from '../lib/patterns.ts'

const LOOK = 'inline-flex min-h-11 items-center underline-offset-4 hover:underline'

/** Renders nothing for an unknown number. The other links do the same. */
export function PhoneLink({ phone, className }: { phone: string; className?: string }) {
  if (!phone) return null
  return (
    <a href={telLink(phone)} className={classes(LOOK, className)}>
      <bdi dir="ltr">{phone}</bdi>
    </a>
  )
}

export function EmailLink({ email, className }: { email: string; className?: string }) {
  if (!email) return null
  const at = email.indexOf('@')
  return (
    <a href={`mailto:${email}`} className={classes(LOOK, className)}>
      <bdi dir="ltr" className="min-w-0 wrap-anywhere">
        {email.slice(0, at)}
        <wbr />
        {email.slice(at)}
      </bdi>
    </a>
  )
}
