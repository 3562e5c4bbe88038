import { BadgeCheck, Clock, CreditCard, type LucideIcon, Mail, MapPin, Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import { company, phonesOfCompany } from '../../../../supabase/functions/_shared/company.ts'
import map from '../../assets/line-art/office-map.svg?no-inline'
import { EmailLink, PhoneLink } from '../../components/contact-link.tsx'
import { LineArt } from '../../components/line-art.tsx'
import { companyTextIn } from '../../lib/company-texts.ts'
import { type TextKey, useI18n } from '../../lib/i18n.tsx'
import { usePermit } from './permit.ts'

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

const ROW = 'grid grid-cols-[1.25rem_minmax(0,1fr)] content-center gap-x-4 border-on-night/15 py-3.5 not-first:border-t last:pb-0'

interface Detail {
  icon: LucideIcon
  label: TextKey
  content: ReactNode
}

export function OfficeCard() {
  const { t, language } = useI18n()
  const paymentWays = companyTextIn(language, 'paymentWays')
  const [phone] = phonesOfCompany()
  const permit = usePermit()
  const known = (isKnown: boolean, ...details: Detail[]) => (isKnown ? details : [])
  const details: Detail[] = [
    ...known(t('company.address') !== '', { icon: MapPin, label: 'contact.address', content: <bdi>{t('company.address')}</bdi> }),
    { icon: Clock, label: 'contactPage.hours', content: <Hours>{companyTextIn(language, 'hours', t('contact.hours'))}</Hours> },
    ...known(phone !== undefined, {
      icon: Phone,
      label: 'contact.phone',
      // Other hours than the office's.
      content: (
        <>
          <PhoneLink phone={phone ?? ''} className={CLOSE} />
          <span className="block text-sm text-on-night-muted">
            <Hours>{t('channels.phoneWhen')}</Hours>
          </span>
        </>
      ),
    }),
    ...known(company.infoEmail !== '', {
      icon: Mail,
      label: 'contact.email',
      content: <EmailLink email={company.infoEmail} className={CLOSE} />,
    }),
    ...known(paymentWays !== '', { icon: CreditCard, label: 'contactPage.paymentWays', content: <bdi>{paymentWays}</bdi> }),
    ...known(permit !== undefined, { icon: BadgeCheck, label: 'contactPage.permit', content: <bdi>{permit}</bdi> }),
  ]
  return (
    <section
      aria-labelledby="office-title"
      // As high as the form beside it: the rows share what is left.
      className="on-night grid grid-rows-[auto_auto_1fr] overflow-clip rounded-box border border-night bg-night p-6 text-on-night sm:p-8 dark:border-line"
    >
      {/* The bay of Baku, as far as the edges of the card. */}
      <LineArt file={map} width={480} height={250} className="-mx-6 -mt-6 mb-5 overflow-clip stroke-[1.8] sm:-mx-8 sm:-mt-8 sm:mb-6" />
      <h2 id="office-title" className="font-display text-2xl font-semibold">
        {t('contactPage.office')}
      </h2>
      <dl className="mt-3 grid">
        {details.map(({ icon: Icon, label, content }) => (
          <div key={label} className={ROW}>
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
