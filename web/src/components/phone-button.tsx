import { Phone } from 'lucide-react'
import { phonesOfCompany } from '../../../supabase/functions/_shared/company.ts'
import { telLink } from '../lib/patterns.ts'
import { buttonLook } from './ui/button.tsx'

/** Calls the company's first number. Nothing if it has none. */
export function PhoneButton({ look }: { look: 'primary' | 'secondary' }) {
  const [phone] = phonesOfCompany()
  if (!phone) return null
  return (
    <a href={telLink(phone)} className={buttonLook(look)}>
      <Phone aria-hidden="true" className="size-4" />
      <bdi dir="ltr">{phone}</bdi>
    </a>
  )
}
