// The owner's current notices.
import { Info } from 'lucide-react'
import type { ShownNotice } from '../lib/data/notices.ts'
import { useI18n } from '../lib/i18n.tsx'
import { directionOf, LANGUAGE_NAMES, LANGUAGES } from '../lib/languages.ts'

export default function NoticeBar({ notices }: { notices: readonly ShownNotice[] }) {
  const { t, language } = useI18n()
  const shown = notices.flatMap((notice) => {
    const found = [language, ...LANGUAGES].find((each) => notice[each])
    return found ? [{ html: notice[found] ?? '', language: found }] : []
  })
  return (
    <aside aria-label={t('nav.notice')} className="border-b border-line bg-tint text-action-strong">
      <div className="page py-2.5 max-sm:text-sm">
        {shown.map((notice) => (
          <p key={notice.html} className="flex items-start gap-3 py-0.5">
            <Info aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
            <span
              className="min-w-0 wrap-anywhere [&_a[href]]:underline [&_a]:underline-offset-4"
              lang={notice.language}
              dir={directionOf(notice.language)}
              dangerouslySetInnerHTML={{ __html: notice.html }}
            />
            {notice.language !== language && (
              <span className="mt-0.5 shrink-0 text-sm" lang={notice.language}>
                ({LANGUAGE_NAMES[notice.language]})
              </span>
            )}
          </p>
        ))}
      </div>
    </aside>
  )
}
