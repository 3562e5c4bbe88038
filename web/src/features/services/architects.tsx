import { type Company, company } from '../../../../supabase/functions/_shared/company.ts'
import { SectionHeading } from '../../components/section-heading.tsx'
import { Portrait } from '../../domain/portrait.tsx'
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
            <li key={name} className="grid content-start gap-4 border-t border-brass pt-6">
              <div className="flex items-end gap-5">
                <Initials name={name} />
                <div className="min-w-0">
                  <h3 className="font-display text-xl font-semibold sm:text-2xl">
                    <bdi>{name}</bdi>
                  </h3>
                  <p className="mt-1 text-sm font-medium text-muted">{t(title)}</p>
                </div>
              </div>
              <p className="text-muted">{t(text)}</p>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** In the place of a portrait, as for doctors who have none. */
function Initials({ name }: { name: string }) {
  const words = name.split(' ')
  return <Portrait isDecorative size="medium" doctor={{ first_name: words[0] ?? '', last_name: words.at(-1) ?? '', photo_path: null }} />
}
