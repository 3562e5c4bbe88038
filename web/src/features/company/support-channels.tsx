import { Languages, type LucideIcon, Mail, MessageCircle, Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import { company, phonesOfCompany } from '../../../../supabase/functions/_shared/company.ts'
import { EmailLink, PhoneLink } from '../../components/contact-link.tsx'
import { SectionHeading } from '../../components/section-heading.tsx'
import { classes } from '../../lib/classes.ts'
import { type TextKey, useI18n } from '../../lib/i18n.tsx'
import { directionOf, LANGUAGE_NAMES, LANGUAGES } from '../../lib/languages.ts'

interface Channel {
  icon: LucideIcon
  title: TextKey
  when: TextKey
  text: TextKey
  /** Returns nothing for a channel that the company does not have, which is then left out. */
  ways: () => ReactNode
}

const LINK = 'text-action max-sm:text-sm'

const CHANNELS: Channel[] = [
  {
    icon: MessageCircle,
    title: 'channels.online',
    when: 'channels.onlineWhen',
    text: 'channels.onlineText',
    ways: () => company.whatsApp && <WhatsAppLink className={LINK} />,
  },
  {
    icon: Phone,
    title: 'channels.phone',
    when: 'channels.phoneWhen',
    text: 'channels.phoneText',
    ways: () => phonesOfCompany().length > 0 && phonesOfCompany().map((phone) => <PhoneLink key={phone} phone={phone} className={LINK} />),
  },
  {
    icon: Mail,
    title: 'channels.email',
    when: 'channels.emailWhen',
    text: 'channels.emailText',
    ways: () => company.supportEmail && <EmailLink email={company.supportEmail} className={LINK} />,
  },
  {
    icon: Languages,
    title: 'channels.languages',
    when: 'channels.languagesWhen',
    text: 'channels.languagesText',
    ways: () => <LanguageNames />,
  },
]

export function SupportChannels() {
  const { t } = useI18n()
  const known = CHANNELS.map(({ ways, ...channel }) => ({ ...channel, ways: ways() })).filter(({ ways }) => Boolean(ways))
  return (
    <section aria-labelledby="channels-title" className="page space-y-6 pt-6 sm:space-y-10 sm:pt-8">
      <SectionHeading id="channels-title" title={t('channels.title')} />
      <ul className="divide-y divide-line border-y border-line">
        {known.map(({ icon: Icon, title, when, text, ways }) => (
          <li key={title}>
            <article className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 py-2.5 sm:grid-cols-[auto_minmax(0,1fr)_minmax(0,1fr)] sm:max-lg:grid-rows-[auto_1fr] sm:py-4 lg:grid-cols-[auto_21rem_minmax(0,1fr)_auto] lg:gap-x-6">
              <Icon
                aria-hidden="true"
                strokeWidth={1.5}
                className="size-6 text-brass sm:size-7 max-lg:row-span-3 max-lg:self-start max-sm:row-span-2 max-lg:mt-0.5"
              />
              <h3 className="font-display text-lg font-semibold sm:text-xl">{t(title)}</h3>
              <div className="max-lg:col-start-2 max-lg:self-start max-lg:text-sm">
                <p className="max-sm:text-muted sm:font-medium">{t(when)}</p>
                {/* On a phone the number, the address or the names say enough. */}
                <p className="text-muted max-sm:hidden">{t(text)}</p>
              </div>
              <div className="flex flex-wrap gap-x-6 max-sm:col-start-2 max-sm:-mt-1 max-sm:-mb-1.5 max-sm:gap-x-4 sm:max-lg:col-start-3 sm:max-lg:row-span-2 sm:max-lg:row-start-1 sm:justify-end">
                {ways}
              </div>
            </article>
          </li>
        ))}
      </ul>
    </section>
  )
}

export function WhatsAppLink({ className }: { className: string }) {
  const { t } = useI18n()
  if (!company.whatsApp) return null
  return (
    <a
      href={`https://wa.me/${company.whatsApp}`}
      target="_blank"
      rel="noreferrer"
      className={classes('inline-flex min-h-11 items-center underline-offset-4 hover:underline', className)}
    >
      {t('channels.onlineAction')}
      <span className="sr-only"> ({t('channels.newTab')})</span>
    </a>
  )
}

/** The languages, each by its own name. */
function LanguageNames() {
  return (
    <ul className="flex flex-wrap gap-x-3 py-2.5 max-sm:text-sm sm:py-1.5 sm:grid sm:grid-cols-[repeat(3,auto)] sm:justify-items-start">
      {LANGUAGES.map((language) => (
        <li key={language} lang={language} dir={directionOf(language)}>
          {LANGUAGE_NAMES[language]}
        </li>
      ))}
    </ul>
  )
}
