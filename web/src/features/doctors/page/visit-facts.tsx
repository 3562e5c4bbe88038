import { CalendarX2, FileUp, type LucideIcon, Video } from 'lucide-react'
import { type TextKey, useI18n } from '../../../lib/i18n.tsx'
import { keepNumbers } from '../../../lib/typography.ts'

const FACTS: { icon: LucideIcon; title: TextKey; text: TextKey }[] = [
  { icon: Video, title: 'doctorPage.video', text: 'doctorPage.videoText' },
  { icon: FileUp, title: 'doctorPage.files', text: 'doctorPage.filesText' },
  { icon: CalendarX2, title: 'doctorPage.cancel', text: 'doctorPage.cancelText' },
]

/** What applies to a consultation with any doctor. */
export function VisitFacts() {
  const { t } = useI18n()
  return (
    <section aria-labelledby="visit-title" className="grid content-start gap-4">
      <h2 id="visit-title" className="font-display text-2xl font-semibold">
        {t('doctorPage.visit')}
      </h2>
      <dl className="divide-y divide-line border-y border-line">
        {FACTS.map(({ icon: Icon, title, text }) => (
          <div key={title} className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 py-4 sm:grid-cols-[auto_12rem_minmax(0,1fr)]">
            <dt className="col-span-2 grid grid-cols-subgrid font-medium">
              <Icon aria-hidden="true" strokeWidth={1.5} className="mt-0.5 size-5 text-brass" />
              {t(title)}
            </dt>
            <dd className="text-muted max-sm:col-start-2">{keepNumbers(t(text))}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
