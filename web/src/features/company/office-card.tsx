import { BadgeCheck, Clock, CreditCard, type LucideIcon, Mail, MapPin, Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import { company, phonesOfCompany } from '../../../../supabase/functions/_shared/company.ts'
import map from '../../assets/line-art/office-map.svg?no-inline'
import { EmailLink, PhoneLink } from '../../components/contact-link.tsx'
import { LineArt } from '../../components/line-art.tsx'
import { classes } from '../../lib/classes.ts'
import { companyTextIn } from '../../lib/company-texts.ts'
import { type TextKey, useI18n } from '../../lib/i18n.tsx'
import { usePermit } from './permit.ts'

// Keeps the tap target high, without more distance from its label than plain text has.
const CLOSE = '-my-2.5'

/** Keeps a range of times on one line if it fits, with the short word before it in some languages (from 09:00 to 18:00). */
function Hours({ children }: { children: string }) {
  const [before, range, after] = children.split(/((?:(?<!\p{L})\p{L}{1,2} )?\d\d:\d\d(?:–| \S+ )\d\d:\d\d)/u)
  return (
    <>
      {before}
      {range && <span className="inline-block">{range}</span>}
      {after}
    </>
  )
}

const ROW =
  'grid grid-cols-[1.25rem_minmax(0,1fr)] content-center gap-x-4 border-on-night/15 py-3 not-first:border-t last:pb-0 sm:py-3.5 lg:py-2.5'

interface Detail {
  icon: LucideIcon
  label: TextKey
  content: ReactNode
  /** Whether the icon and the content say enough on a phone. */
  isPlain?: boolean
}

export function OfficeCard() {
  const { t, language } = useI18n()
  const paymentWays = companyTextIn(language, 'paymentWays')
  const [phone] = phonesOfCompany()
  const permit = usePermit()
  const known = (isKnown: boolean, ...details: Detail[]) => (isKnown ? details : [])
  const details: Detail[] = [
    ...known(t('company.address') !== '', {
      icon: MapPin,
      label: 'contact.address',
      content: <bdi>{t('company.address')}</bdi>,
      isPlain: true,
    }),
    {
      icon: Clock,
      label: 'contactPage.hours',
      content: <Hours>{companyTextIn(language, 'hours', t('contact.hours'))}</Hours>,
      isPlain: true,
    },
    ...known(phone !== undefined, {
      icon: Phone,
      label: 'contact.phone',
      isPlain: true,
      // The support hours, which differ from the office hours.
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
      isPlain: true,
      content: <EmailLink email={company.infoEmail} className={CLOSE} />,
    }),
    ...known(paymentWays !== '', { icon: CreditCard, label: 'contactPage.paymentWays', content: <bdi>{paymentWays}</bdi> }),
    ...known(permit !== undefined, { icon: BadgeCheck, label: 'contactPage.permit', content: <bdi>{permit}</bdi> }),
  ]
  return (
    <section
      aria-labelledby="office-title"
      className="on-night grid rounded-box border border-night bg-night p-6 pt-5 text-on-night sm:p-8 lg:grid-rows-[auto_auto_1fr] lg:pt-6 dark:border-line"
    >
      {/* A window on the bay of Baku, which stands on a line like the doorways of the site. */}
      <div className="mb-5 border-b border-brass sm:mb-6 lg:mb-5">
        <div className="mx-auto max-w-85 overflow-clip rounded-t-full border border-b-0 border-brass sm:max-lg:max-w-110">
          <LineArt file={map} width={360} height={200} className="stroke-[1.8]" />
        </div>
      </div>
      <h2 id="office-title" className="font-display text-xl font-semibold sm:text-2xl">
        {t('contactPage.office')}
      </h2>
      <dl className="mt-3 grid lg:mt-2">
        {details.map(({ icon: Icon, label, content, isPlain = false }) => (
          <div key={label} className={ROW}>
            <dt
              className={classes(
                'col-span-2 grid grid-cols-subgrid items-center text-sm text-on-night-muted',
                isPlain && 'max-sm:col-span-1 max-sm:items-start max-sm:pt-0.5',
              )}
            >
              <Icon aria-hidden="true" className="size-5 text-brass" />
              <span className={isPlain ? 'max-sm:sr-only' : undefined}>{t(label)}</span>
            </dt>
            <dd className="col-start-2 text-balance">{content}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
