// Own language first, the others folded below it.
import { ChevronDown } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Badge } from '../../components/ui/badge.tsx'
import { useI18n } from '../../lib/i18n.tsx'
import { LANGUAGE_NAMES, LANGUAGES, type Language, listOf } from '../../lib/languages.ts'

interface OtherLanguagesProps {
  /** The languages in which something is missing, among all. */
  missing: Language[]
  hint: string
  /** A field that is wrong can only be seen and focused when it is unfolded. */
  isWrong: boolean
  children: (language: Language) => ReactNode
}

export function OtherLanguages({ missing, hint, isWrong, children }: OtherLanguagesProps) {
  const { t, language } = useI18n()
  const [isOpen, setIsOpen] = useState(false)
  const others = LANGUAGES.filter((each) => each !== language)
  const missingThere = others.filter((each) => missing.includes(each))
  return (
    <details
      className="group/languages rounded-box border border-line px-4"
      open={isOpen || isWrong}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary className="flex cursor-pointer items-center justify-between gap-3 py-3 font-medium">
        <span>
          {t('site.otherLanguages')}
          {missingThere.length > 0 && (
            <span className="block text-sm font-normal text-wait">
              {t('site.missingLanguages', {
                list: listOf(
                  missingThere.map((each) => LANGUAGE_NAMES[each]),
                  language,
                ),
              })}
            </span>
          )}
        </span>
        <ChevronDown aria-hidden="true" className="size-5 shrink-0 text-brass group-open/languages:rotate-180" />
      </summary>
      <div className="grid gap-4 pb-4">
        <p className="max-w-[70ch] text-sm text-muted">{hint}</p>
        {others.map((each) => (
          <section key={each} aria-label={LANGUAGE_NAMES[each]} className="grid gap-3 border-t border-line pt-4">
            <h3 className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
              <span lang={each}>{LANGUAGE_NAMES[each]}</span>
              {missing.includes(each) && <Badge tone="waiting">{t('site.languageMissing')}</Badge>}
            </h3>
            {children(each)}
          </section>
        ))}
      </div>
    </details>
  )
}
