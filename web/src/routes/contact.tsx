import { ArrowDown } from 'lucide-react'
import { OfficeCard } from '../features/company/office-card.tsx'
import { ShortAnswers } from '../features/company/short-answers.tsx'
import { SupportChannels } from '../features/company/support-channels.tsx'
import { ContactSection } from '../features/contact/contact-section.tsx'
import { useI18n } from '../lib/i18n.tsx'
import { Link } from '../lib/link.tsx'

export default function Contact() {
  const { t } = useI18n()
  return (
    <>
      {/* The same columns as the form below, so that the card and the fields begin at one line. */}
      <div className="page grid items-start gap-8 py-8 sm:gap-10 sm:py-12 lg:grid-cols-[1fr_1.4fr] lg:gap-16 lg:py-16">
        <div className="grid justify-items-start gap-4 sm:gap-5">
          <p className="eyebrow text-muted">{t('contactPage.eyebrow')}</p>
          <h1 className="font-display text-[clamp(2.125rem,10vw,2.75rem)] leading-[1.15] font-semibold sm:text-5xl sm:leading-[1.15] [&:lang(ar)]:leading-[1.4]!">
            {t('contactPage.title')}
          </h1>
          <p className="max-w-[55ch] text-muted sm:text-lg">{t('contactPage.lead')}</p>
          <Link to="#write" className="inline-flex min-h-11 items-center gap-2 font-medium text-action underline-offset-4 hover:underline">
            {t('contactPage.write')}
            <ArrowDown aria-hidden="true" className="size-4" />
          </Link>
        </div>
        <OfficeCard />
      </div>
      {/* Not `contact`: a link to that section of the landing page would scroll to this one first. */}
      <ContactSection id="write">
        <ol className="grid gap-3 border-s border-brass ps-5 text-muted">
          <li>{t('contactPage.nextReceipt')}</li>
          <li>{t('contactPage.nextAnswer')}</li>
          <li>{t('contactPage.nextLanguage')}</li>
        </ol>
      </ContactSection>
      <SupportChannels />
      <ShortAnswers />
    </>
  )
}
