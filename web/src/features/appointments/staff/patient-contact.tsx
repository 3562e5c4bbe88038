import { Mail, Phone } from 'lucide-react'
import { guardianName, isPhoneOnly, type Reachable } from '../../../domain/guardians.ts'
import { useI18n } from '../../../lib/i18n.tsx'

interface PatientContactProps {
  patient: (Reachable & { phone: string | null; email: string | null }) | null
}

export const phoneLink = (phone: string) => `tel:${phone.replaceAll(/[^+\d]/g, '')}`

/** The contact details of the patient and the guardians. */
export function PatientContact({ patient }: PatientContactProps) {
  const { t } = useI18n()
  if (!patient) return null
  const { phone, email, guardians } = patient
  const ways = [
    { text: phone, to: phone && phoneLink(phone), icon: Phone, name: isPhoneOnly(patient) ? t('staff.phoneOnly') : '' },
    { text: email, to: `mailto:${email}`, icon: Mail, name: '' },
    ...(guardians ?? []).map((each) => ({
      text: each.phone,
      to: each.phone && phoneLink(each.phone),
      icon: Phone,
      name: guardianName(each, t),
    })),
  ]
  const given = ways.flatMap(({ text, to, ...way }) => (text && to ? [{ text, to, ...way }] : []))
  if (!given.length) return null
  return (
    <ul className="flex flex-wrap gap-x-5 text-sm text-muted">
      {given.map(({ text, to, icon: Icon, name }) => (
        <li key={`${name} ${to}`}>
          <a href={to} className="flex min-h-11 items-center gap-2 wrap-anywhere hover:text-action sm:min-h-8">
            <Icon aria-hidden="true" className="size-4 shrink-0 text-brass" />
            <bdi dir="ltr" className={Icon === Phone ? 'whitespace-nowrap' : undefined}>
              {text}
            </bdi>
            {name && <bdi>({name})</bdi>}
          </a>
        </li>
      ))}
    </ul>
  )
}
