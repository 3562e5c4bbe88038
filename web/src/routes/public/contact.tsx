import { Languages, type LucideIcon, MailCheck, ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { phonesOfCompany } from '../../../../supabase/functions/_shared/company.ts'
import { PhoneLink } from '../../components/contact-link.tsx'
import { buttonLook } from '../../components/ui/button.tsx'
import { Card } from '../../components/ui/card.tsx'
import { OfficeCard } from '../../features/company/office-card.tsx'
import { ShortAnswers } from '../../features/company/short-answers.tsx'
import { SupportChannels, WhatsAppLink } from '../../features/company/support-channels.tsx'
import { FormOrAddress } from '../../features/contact/contact-section.tsx'
import { useI18n } from '../../lib/i18n.tsx'
import { Link } from '../../lib/router/link.tsx'

const CALL_OR_WRITE = buttonLook('secondary')

export default function Contact() {
  const { t } = useI18n()
  return (
    <>
      {/* Most visitors come for the form, so it stands beside the title, and on phones right below it. */}
      <div className="page grid grid-cols-1 gap-x-8 gap-y-6 py-8 sm:gap-y-10 sm:py-12 lg:grid-cols-[1fr_1.3fr] lg:grid-rows-[auto_1fr] lg:py-16">
        <div className="grid content-start gap-4 sm:gap-5">
          <p className="eyebrow text-muted">{t('contactPage.eyebrow')}</p>
          <h1 className="page-title">{t('contactPage.title')}</h1>
          <p className="max-w-[55ch] text-muted sm:text-lg">{t('contactPage.lead')}</p>
          {/* On phones the form comes before the number and the other contacts. */}
          <p className="grid gap-2.5 sm:hidden">
            <PhoneLink phone={phonesOfCompany()[0] ?? ''} className={CALL_OR_WRITE} />
            <WhatsAppLink className={CALL_OR_WRITE} />
          </p>
        </div>
        {/* The id is not `contact`, because a link to that section of the landing page would scroll to this one first. */}
        <section id="write" aria-label={t('contact.title')} className="lg:row-span-2">
          {/* The send button is in the first window, and the card ends where the office's card ends. */}
          <Card className="flex h-full flex-col gap-6 overflow-clip sm:p-8">
            <FormOrAddress
              isOnCard
              head={
                <div className="grid gap-2">
                  <h2 id="write-title" className="font-display text-2xl font-semibold sm:text-3xl">
                    {t('contact.title')}
                  </h2>
                  <p className="text-muted">{t('contact.lead')}</p>
                </div>
              }
              foot={<AfterSending />}
            />
          </Card>
        </section>
        <OfficeCard />
      </div>
      <SupportChannels />
      <ShortAnswers />
    </>
  )
}

/** Its lines take the height that the card has left. */
function AfterSending() {
  const { t } = useI18n()
  const lines: { icon: LucideIcon; text: ReactNode }[] = [
    { icon: MailCheck, text: t('contactPage.nextMail') },
    { icon: Languages, text: t('contactPage.nextLanguage') },
    {
      icon: ShieldCheck,
      text: (
        <Link to="/privacy" className="underline underline-offset-4 hover:text-action">
          {t('contactPage.nextPrivacy')}
        </Link>
      ),
    },
  ]
  return (
    <ul className="grid grow divide-line border-t border-line pt-2 text-sm text-muted sm:divide-y sm:pt-0 lg:text-base">
      {lines.map(({ icon: Icon, text }, place) => (
        <li key={place} className="flex items-center gap-3 py-1.5 last:pb-0 max-sm:has-[a]:min-h-11 sm:min-h-11 sm:py-2">
          <Icon aria-hidden="true" strokeWidth={1.5} className="size-5 shrink-0 text-brass" />
          <span className="min-w-0">{text}</span>
        </li>
      ))}
    </ul>
  )
}
