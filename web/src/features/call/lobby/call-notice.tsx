// The notice before the first video consultation: what it can and cannot do. Load this module lazily.
import type { ReactNode } from 'react'
import { type TextKey, useI18n } from '../../../lib/i18n.tsx'

const SENTENCES: TextKey[] = ['notice.limits', 'notice.emergency', 'notice.recording']

/** The notice above the entry buttons. Entering acknowledges it. */
export default function CallNotice({ children }: { children: ReactNode }) {
  const { t } = useI18n()
  return (
    <>
      <section aria-labelledby="notice" className="grid gap-2 rounded-box bg-tint p-4 text-sm sm:px-5">
        <h3 id="notice" className="text-base font-semibold">
          {t('notice.title')}
        </h3>
        <ul className="grid list-disc gap-1 ps-5 marker:text-brass">
          {SENTENCES.map((sentence) => (
            <li key={sentence}>{t(sentence)}</li>
          ))}
        </ul>
      </section>
      {children}
    </>
  )
}
