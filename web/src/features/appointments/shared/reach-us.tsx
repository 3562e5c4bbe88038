import { Mail, MessageCircle, Phone } from 'lucide-react'
import { company, phonesOfCompany } from '../../../../../supabase/functions/_shared/company.ts'
import { groupedPhone } from '../../../lib/grouped-phone.ts'
import { useI18n } from '../../../lib/i18n.tsx'
import { telLink } from '../../../lib/patterns.ts'

/** Ways to contact the company. */
export function ReachUs() {
  const { t } = useI18n()
  const ways = [
    ...phonesOfCompany().map((phone) => ({ name: t('appointments.phone'), text: phone, to: telLink(phone), icon: Phone })),
    ...(company.supportEmail
      ? [{ name: t('appointments.email'), text: company.supportEmail, to: `mailto:${company.supportEmail}`, icon: Mail }]
      : []),
    ...(company.whatsApp
      ? [
          {
            name: t('appointments.whatsApp'),
            text: groupedPhone(company.whatsApp),
            to: `https://wa.me/${company.whatsApp}`,
            icon: MessageCircle,
          },
        ]
      : []),
  ]
  return (
    <ul className="grid gap-1">
      {ways.map(({ name, text, to, icon: Icon }) => (
        <li key={to}>
          <a
            href={to}
            {...(to.startsWith('https') && { target: '_blank', rel: 'noreferrer' })}
            className="flex min-h-11 items-center gap-3 rounded-lg hover:text-action"
          >
            <Icon aria-hidden="true" className="size-5 shrink-0 text-brass" />
            {/* On a phone the entries are stacked, so that no address wraps. */}
            <span className="flex min-w-0 flex-wrap gap-x-2 max-sm:flex-col">
              <span className="text-muted max-sm:text-sm">{`${name}${t('text.colon')} `}</span>
              <bdi dir="ltr" className="min-w-0 font-medium wrap-anywhere">
                {text}
              </bdi>
            </span>
          </a>
        </li>
      ))}
    </ul>
  )
}
