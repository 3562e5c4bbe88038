import type { ComponentProps, ReactNode } from 'react'
import { company } from '../../../../supabase/functions/_shared/company.ts'
import { EmailLink } from '../../components/contact-link.tsx'
import { useI18n } from '../../lib/i18n.tsx'
import { ContactForm } from './contact-form.tsx'

/** The contact form as a section. `children` are shown beside it, below the title. */
export function ContactSection({ id, children }: { id: string; children?: ReactNode }) {
  const { t } = useI18n()
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="border-y border-line bg-surface">
      <div className="page grid gap-10 py-12 sm:py-16 lg:grid-cols-[1fr_1.4fr] lg:gap-16 lg:py-24">
        <div className="grid content-start gap-5">
          <h2 id={`${id}-title`} className="font-display text-3xl font-semibold sm:text-4xl">
            {t('contact.title')}
          </h2>
          <p className="text-muted sm:text-lg">{t('contact.lead')}</p>
          {children}
        </div>
        <div>
          <FormOrAddress />
        </div>
      </div>
    </section>
  )
}

/** The form, or the address to write to without scripts. */
export function FormOrAddress({ head, ...place }: ComponentProps<typeof ContactForm>) {
  const { t } = useI18n()
  return (
    <ContactForm
      head={
        <>
          {head}
          <noscript>
            <p className="mb-2">{t('contact.noScript')}</p>
            <EmailLink email={company.infoEmail} />
          </noscript>
        </>
      }
      {...place}
    />
  )
}
