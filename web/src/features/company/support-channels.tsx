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

const LINK = 'text-action'

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
      {/* Channels in a row share its grid lines, so that the same parts stand at the same height. */}
      <ul className="grid gap-x-8 gap-y-2 sm:grid-cols-2 xl:grid-cols-4">
        {known.map(({ icon: Icon, title, when, text, ways }) => (
          <li key={title} className="row-span-4 grid grid-rows-subgrid border-t border-brass pt-5 not-last:pb-4 sm:not-last:pb-6 xl:pb-0!">
            <article className="row-span-4 grid grid-rows-subgrid">
              <h3 className="flex items-center gap-3 font-display text-xl font-semibold">
                <Icon aria-hidden="true" strokeWidth={1.5} className="size-6 shrink-0 text-brass" />
                {t(title)}
              </h3>
              <p className="font-medium">{t(when)}</p>
              <p className="text-muted">{t(text)}</p>
              <div className="grid content-start justify-items-start">{ways}</div>
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

/** The languages, each by its own name. The padding aligns them with the links beside them, which are taller than their text. */
function LanguageNames() {
  return (
    <ul className="flex flex-wrap gap-x-3 pt-2.5">
      {LANGUAGES.map((language) => (
        <li key={language} lang={language} dir={directionOf(language)}>
          {LANGUAGE_NAMES[language]}
        </li>
      ))}
    </ul>
  )
}
