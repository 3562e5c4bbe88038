import { ButtonLink } from '../components/ui/button.tsx'
import { OfficeCard } from '../features/company/office-card.tsx'
import { ShortAnswers } from '../features/company/short-answers.tsx'
import { SupportChannels } from '../features/company/support-channels.tsx'
import { ContactSection } from '../features/contact/contact-section.tsx'
import { useI18n } from '../lib/i18n.tsx'

export default function Contact() {
  const { t } = useI18n()
  return (
    <>
      <div className="page grid items-center gap-8 py-8 sm:gap-10 sm:py-12 lg:grid-cols-[1.05fr_1fr] lg:gap-16 lg:py-20">
        <div className="grid justify-items-start gap-5">
          <p className="eyebrow text-muted">{t('contactPage.eyebrow')}</p>
          <h1 className="font-display text-4xl font-semibold">{t('contactPage.title')}</h1>
          <p className="max-w-[55ch] text-muted sm:text-lg">{t('contactPage.lead')}</p>
          <ButtonLink to="#write">{t('contactPage.write')}</ButtonLink>
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
