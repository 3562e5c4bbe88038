import { type Company, company } from '../../../../supabase/functions/_shared/company.ts'
import { SectionHeading } from '../../components/section-heading.tsx'
import { PersonPortrait } from '../../domain/person-portrait.tsx'
import { type TextKey, useI18n } from '../../lib/i18n.tsx'

const ROLES: Record<Company['architects'][number]['titleKey'], { title: TextKey; text: TextKey }> = {
  leadArchitect: { title: 'interior.leadArchitect', text: 'interior.leadArchitectText' },
  interiorArchitect: { title: 'interior.interiorArchitect', text: 'interior.interiorArchitectText' },
}

export function Architects() {
  const { t } = useI18n()
  if (company.architects.length === 0) return null
  return (
    <section aria-labelledby="architects-title" className="page grid gap-8 py-12 sm:py-16 lg:gap-12 lg:py-24">
      <SectionHeading id="architects-title" title={t('interior.architectsTitle')} lead={t('interior.architectsLead')} />
      <ul className="grid gap-x-12 gap-y-8 md:grid-cols-2">
        {company.architects.map(({ name, titleKey, photo }) => {
          const { title, text } = ROLES[titleKey]
          return (
            <li key={name} className="grid grid-cols-[auto_minmax(0,1fr)] content-start gap-x-5 gap-y-3 lg:gap-x-6">
              <div className="lg:row-span-2">
                <PersonPortrait name={name} photo={photo} alt={t('services.photoOf', { name })} size="large" />
              </div>
              <div className="grid content-end gap-1 lg:pt-3">
                <p className="text-sm font-medium tracking-[0.04em] text-muted">{t(title)}</p>
                <h3 className="font-display text-2xl font-semibold text-balance">
                  <bdi>{name}</bdi>
                </h3>
              </div>
              <p className="text-muted max-lg:col-span-2">{t(text)}</p>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
