// Shows the reader's language first, with the others folded below it.
import { ChevronDown } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Badge } from '../../components/ui/badge.tsx'
import { classes } from '../../lib/classes.ts'
import { useI18n } from '../../lib/i18n.tsx'
import { LANGUAGE_NAMES, LANGUAGES, type Language, listOf } from '../../lib/languages.ts'
import { FieldSection } from './field-section.tsx'

interface OtherLanguagesProps {
  /** The languages that lack a text. */
  missing: Language[]
  hint: string
  /** The languages with an invalid field, which are unfolded, because it could not be seen and focused otherwise. */
  wrong: Language[]
  /** Whether each language has many fields. On a phone they are then rows, below a row of the form. */
  isLong?: boolean
  children: (language: Language) => ReactNode
}

export function OtherLanguages({ missing, hint, wrong, isLong = false, children }: OtherLanguagesProps) {
  const { t, language } = useI18n()
  const [isOpen, setIsOpen] = useState(false)
  const others = LANGUAGES.filter((each) => each !== language)
  const missingThere = others.filter((each) => missing.includes(each))
  return (
    <details
      className={classes(
        'group/languages',
        isLong ? 'sm:rounded-box sm:border sm:border-line sm:px-4' : 'rounded-box border border-line px-4',
      )}
      open={isOpen || others.some((each) => wrong.includes(each))}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary className="flex cursor-pointer items-center justify-between gap-3 py-3 font-medium">
        <span className={classes('min-w-0', isLong && 'max-sm:grid max-sm:gap-0.5 max-sm:font-semibold')}>
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
        <ChevronDown
          aria-hidden="true"
          className="size-5 shrink-0 text-brass transition-transform duration-200 ease-calm group-open/languages:rotate-180"
        />
      </summary>
      <div className={classes('grid gap-4', isLong ? 'sm:pb-4' : 'pb-4')}>
        <p className="max-w-[70ch] text-sm text-muted">{hint}</p>
        <div
          className={classes('grid', isLong ? 'max-sm:divide-y max-sm:divide-line max-sm:border-t max-sm:border-line sm:gap-4' : 'gap-4')}
        >
          {others.map((each) => {
            const badge = missing.includes(each) && <Badge tone="waiting">{t('site.languageMissing')}</Badge>
            if (isLong)
              return (
                <FieldSection
                  key={each}
                  title={LANGUAGE_NAMES[each]}
                  lang={each}
                  badge={badge}
                  isWrong={wrong.includes(each)}
                  className="max-sm:ps-4 sm:grid sm:gap-3 sm:pt-4"
                >
                  {children(each)}
                </FieldSection>
              )
            return (
              <section key={each} aria-label={LANGUAGE_NAMES[each]} className="grid gap-3 border-t border-line pt-4">
                <h3 className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
                  <span lang={each}>{LANGUAGE_NAMES[each]}</span>
                  {badge}
                </h3>
                {children(each)}
              </section>
            )
          })}
        </div>
      </div>
    </details>
  )
}
