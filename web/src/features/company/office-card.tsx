import { BadgeCheck, Clock, type LucideIcon, Mail, MapPin, Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import { company } from '../../../../supabase/functions/_shared/company.ts'
import { EmailLink, PhoneLink } from '../../components/contact-link.tsx'
import { type TextKey, useI18n } from '../../lib/i18n.tsx'

// High enough to tap, without more distance from its label than plain text has.
const CLOSE = '-my-2.5'

/** A range of times stays in one line. */
function Hours({ children }: { children: string }) {
  const [before, range, after] = children.split(/(\d\d:\d\d–\d\d:\d\d)/)
  return (
    <>
      {before}
      {range && <span className="whitespace-nowrap">{range}</span>}
      {after}
    </>
  )
}

export function OfficeCard() {
  const { t } = useI18n()
  const details: { icon: LucideIcon; label: TextKey; content: ReactNode }[] = [
    { icon: MapPin, label: 'contact.address', content: <bdi>{t('company.address')}</bdi> },
    { icon: Phone, label: 'contact.phone', content: <PhoneLink phone={company.phones.azerbaijan} className={CLOSE} /> },
    { icon: Mail, label: 'contact.email', content: <EmailLink email={company.infoEmail} className={CLOSE} /> },
    { icon: Clock, label: 'contactPage.hours', content: <Hours>{t('contact.hours')}</Hours> },
    {
      icon: BadgeCheck,
      label: 'contactPage.permit',
      content: <bdi>{[company.permit.number, t('company.permitAuthority'), company.permit.country].join(' · ')}</bdi>,
    },
  ]
  return (
    <section
      aria-labelledby="office-title"
      className="on-night rounded-box border border-night bg-night p-6 text-on-night sm:p-10 dark:border-line"
    >
      <h2 id="office-title" className="font-display text-2xl font-semibold">
        {t('contactPage.office')}
      </h2>
      <dl className="mt-4 divide-y divide-on-night/15">
        {details.map(({ icon: Icon, label, content }) => (
          <div key={label} className="grid grid-cols-[1.25rem_1fr] gap-x-4 py-4 last:pb-0">
            <dt className="col-span-2 grid grid-cols-subgrid items-center text-sm text-on-night-muted">
              <Icon aria-hidden="true" className="size-5 text-brass" />
              {t(label)}
            </dt>
            <dd className="col-start-2">{content}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
