// What the owner says on all pages for some days.
import { Info } from 'lucide-react'
import { noticeIn } from '../../../../supabase/functions/_shared/company.ts'
import { useI18n } from '../../lib/i18n.tsx'
import { directionOf, LANGUAGE_NAMES } from '../../lib/languages.ts'

export function SiteNotice() {
  const { t, language } = useI18n()
  const notice = noticeIn(language)
  if (!notice) return null
  const isOther = notice.language !== language
  return (
    <aside aria-label={t('nav.notice')} className="border-b border-line bg-tint text-action-strong">
      <p className="page flex items-start gap-3 py-2.5 max-sm:text-sm">
        <Info aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
        <span className="min-w-0 wrap-anywhere" lang={notice.language} dir={directionOf(notice.language)}>
          {notice.text}
        </span>
        {isOther && (
          <span className="shrink-0 text-sm" lang={notice.language}>
            ({LANGUAGE_NAMES[notice.language]})
          </span>
        )}
      </p>
    </aside>
  )
}
