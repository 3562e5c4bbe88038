import { phonesOfCompany } from '../../../../supabase/functions/_shared/company.ts'
import { PhoneLink } from '../../components/contact-link.tsx'
import { buttonLook } from '../../components/ui/button.tsx'
import { Card } from '../../components/ui/card.tsx'
import { OfficeCard } from '../../features/company/office-card.tsx'
import { ShortAnswers } from '../../features/company/short-answers.tsx'
import { SupportChannels, WhatsAppLink } from '../../features/company/support-channels.tsx'
import { FormOrAddress } from '../../features/contact/contact-section.tsx'
import { useI18n } from '../../lib/i18n.tsx'

const CALL_OR_WRITE = buttonLook('secondary', 'min-h-11! grow px-2! text-[0.9375rem]')

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
          <p className="flex flex-wrap gap-3 sm:hidden">
            <PhoneLink phone={phonesOfCompany()[0] ?? ''} className={CALL_OR_WRITE} />
            <WhatsAppLink className={CALL_OR_WRITE} />
          </p>
        </div>
        {/* The id is not `contact`, because a link to that section of the landing page would scroll to this one first. */}
        <section id="write" aria-label={t('contact.title')} className="lg:row-span-2">
          {/* The send button is in the first window. */}
          <Card className="grid gap-6 overflow-clip sm:p-8">
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
              foot={<p className="-mt-2 text-sm text-muted">{t('contactPage.next')}</p>}
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
