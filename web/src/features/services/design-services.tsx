import { Hammer, House, type LucideIcon, MessagesSquare, PencilRuler } from 'lucide-react'
import { SectionHeading } from '../../components/section-heading.tsx'
import { type TextKey, useI18n } from '../../lib/i18n.tsx'

const SERVICES: { icon: LucideIcon; title: TextKey; text: TextKey }[] = [
  { icon: House, title: 'interior.residentialTitle', text: 'interior.residentialText' },
  { icon: PencilRuler, title: 'interior.designTitle', text: 'interior.designText' },
  { icon: MessagesSquare, title: 'interior.consultationTitle', text: 'interior.consultationText' },
  { icon: Hammer, title: 'interior.renovationTitle', text: 'interior.renovationText' },
]

export function DesignServices() {
  const { t } = useI18n()
  return (
    <section aria-labelledby="design-services-title" className="page grid gap-8 py-12 sm:gap-10 sm:py-16 lg:py-24">
      <SectionHeading id="design-services-title" title={t('interior.servicesTitle')} lead={t('interior.servicesLead')} />
      <ul className="grid gap-x-10 gap-y-6 sm:gap-y-8 sm:grid-cols-2 lg:grid-cols-4 lg:gap-x-8">
        {SERVICES.map(({ icon: Icon, title, text }) => (
          <li
            key={title}
            className="grid content-start gap-3 border-t border-brass pt-5 max-sm:grid-cols-[auto_minmax(0,1fr)] max-sm:items-center max-sm:gap-y-1.5"
          >
            <Icon aria-hidden="true" strokeWidth={1.5} className="size-7 text-brass" />
            <h3 className="font-display text-xl font-semibold">{t(title)}</h3>
            <p className="text-muted max-sm:col-start-2">{t(text)}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
