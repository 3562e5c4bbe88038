import { Compass, type LucideIcon, Ruler } from 'lucide-react'
import { type Company, company } from '../../../../supabase/functions/_shared/company.ts'
import { SectionHeading } from '../../components/section-heading.tsx'
import { type TextKey, useI18n } from '../../lib/i18n.tsx'

const ROLES: Record<Company['architects'][number]['titleKey'], { icon: LucideIcon; title: TextKey; text: TextKey }> = {
  leadArchitect: { icon: Compass, title: 'interior.leadArchitect', text: 'interior.leadArchitectText' },
  interiorArchitect: { icon: Ruler, title: 'interior.interiorArchitect', text: 'interior.interiorArchitectText' },
}

export function Architects() {
  const { t } = useI18n()
  return (
    <section aria-labelledby="architects-title" className="page grid gap-8 py-12 sm:py-16 lg:grid-cols-[1fr_2fr] lg:gap-16 lg:py-24">
      <SectionHeading id="architects-title" title={t('interior.architectsTitle')} lead={t('interior.architectsLead')} />
      <ul className="grid gap-5 md:grid-cols-2">
        {company.architects.map(({ name, titleKey }) => {
          const { icon: Icon, title, text } = ROLES[titleKey]
          return (
            <li
              key={name}
              className="grid content-start gap-3 rounded-box border border-line bg-surface p-5 max-sm:grid-cols-[auto_minmax(0,1fr)] sm:p-8"
            >
              <span aria-hidden="true" className="arch grid w-11 place-items-center border border-brass bg-tint sm:w-14">
                <Icon strokeWidth={1.5} className="mt-1 size-5 text-brass sm:size-7" />
              </span>
              <div>
                <h3 className="font-display text-xl font-semibold">
                  <bdi>{name}</bdi>
                </h3>
                <p className="mt-1 text-sm font-medium text-muted">{t(title)}</p>
              </div>
              <p className="text-muted max-sm:col-span-full">{t(text)}</p>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
