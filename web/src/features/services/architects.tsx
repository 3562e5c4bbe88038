import { type Company, company } from '../../../../supabase/functions/_shared/company.ts'
import { SectionHeading } from '../../components/section-heading.tsx'
import { type TextKey, useI18n } from '../../lib/i18n.tsx'

const ROLES: Record<Company['architects'][number]['titleKey'], { title: TextKey; text: TextKey }> = {
  leadArchitect: { title: 'interior.leadArchitect', text: 'interior.leadArchitectText' },
  interiorArchitect: { title: 'interior.interiorArchitect', text: 'interior.interiorArchitectText' },
}

export function Architects() {
  const { t } = useI18n()
  if (company.architects.length === 0) return null
  return (
    <section aria-labelledby="architects-title" className="page grid gap-8 py-12 sm:py-16 lg:grid-cols-[1fr_2fr] lg:gap-16 lg:py-24">
      <SectionHeading id="architects-title" title={t('interior.architectsTitle')} lead={t('interior.architectsLead')} />
      <ul className="grid gap-x-10 gap-y-8 md:grid-cols-2">
        {company.architects.map(({ name, titleKey }) => {
          const { title, text } = ROLES[titleKey]
          return (
            <li key={name} className="grid content-start gap-3 border-s border-brass ps-6">
              <p className="text-sm font-medium tracking-[0.04em] text-muted">{t(title)}</p>
              <h3 className="font-display text-2xl font-semibold text-balance">
                <bdi>{name}</bdi>
              </h3>
              <p className="text-muted">{t(text)}</p>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
