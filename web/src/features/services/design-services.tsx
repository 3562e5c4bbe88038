import { SectionHeading } from '../../components/section-heading.tsx'
import { type TextKey, useI18n } from '../../lib/i18n.tsx'
import { ServiceArt } from './service-art.tsx'

const SERVICES: { title: TextKey; text: TextKey }[] = [
  { title: 'interior.residentialTitle', text: 'interior.residentialText' },
  { title: 'interior.designTitle', text: 'interior.designText' },
  { title: 'interior.consultationTitle', text: 'interior.consultationText' },
  { title: 'interior.renovationTitle', text: 'interior.renovationText' },
]

/** Stands beside the drawing of a floor plan if there is space for both. */
export function DesignServices() {
  const { t } = useI18n()
  return (
    <section
      aria-labelledby="design-services-title"
      className="page grid items-center gap-x-16 py-12 sm:py-16 lg:grid-cols-[22.5rem_minmax(0,1fr)] lg:py-24"
    >
      <ServiceArt name="floor-plan" className="w-full stroke-2 max-lg:hidden" />
      <div className="grid gap-8 sm:gap-10">
        <SectionHeading id="design-services-title" title={t('interior.servicesTitle')} lead={t('interior.servicesLead')} />
        <ul className="grid gap-x-10 gap-y-6 sm:grid-cols-2 sm:gap-y-8">
          {SERVICES.map(({ title, text }) => (
            <li key={title} className="grid content-start gap-2 border-t border-brass pt-4">
              <h3 className="font-display text-xl font-semibold">{t(title)}</h3>
              <p className="text-muted">{t(text)}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
