import { type ReactNode, useEffect, useRef } from 'react'
import type { FieldValues } from 'react-hook-form'
import { useI18n } from '../lib/i18n.tsx'
import { type Language, listOf } from '../lib/languages.ts'
import type { Conflicts } from '../lib/use-conflicts.ts'
import { Banner } from './ui/banner.tsx'
import { Button } from './ui/button.tsx'

interface FormConflictProps<Values extends FieldValues> {
  conflicts: Conflicts<Values>
  labelOf: (name: keyof Values & string) => string
  /** Returns what stands for a value that is not shown as it is stored, and undefined for other values. */
  textOf?: ((name: keyof Values & string, value: unknown) => ReactNode) | undefined
}

/** Shows changes made elsewhere beside the values of the form. Nothing is saved until the reader chooses. */
export function FormConflict<Values extends FieldValues>({ conflicts, labelOf, textOf }: FormConflictProps<Values>) {
  const { t, language } = useI18n()
  const { clash, keepMine, takeTheirs } = conflicts
  const place = useRef<HTMLDivElement>(null)
  // Scrolls to the conflict: the form may be longer than the window, and its save button is always in view.
  const hasClash = clash !== undefined
  useEffect(() => {
    if (hasClash) place.current?.scrollIntoView({ block: 'center' })
  }, [hasClash])
  if (!clash) return null
  return (
    <div ref={place}>
      <Banner tone="warning" role="alert">
        <p className="font-medium">{t('unsaved.changed')}</p>
        <dl className="mt-2 grid gap-2 rounded-box border border-line bg-surface px-3 py-2 text-ink">
          {clash.names.map((name) => (
            <div key={name}>
              <dt className="text-sm text-muted">{labelOf(name)}</dt>
              <dd className="max-h-48 overflow-auto whitespace-pre-line wrap-anywhere">
                <bdi>{(textOf?.(name, clash.theirs[name]) ?? asText(clash.theirs[name], language)) || t('unsaved.empty')}</bdi>
              </dd>
            </div>
          ))}
        </dl>
        <div className="mt-3 flex flex-wrap gap-2">
          <Button look="secondary" onClick={takeTheirs}>
            {t('unsaved.takeTheirs')}
          </Button>
          <Button look="secondary" onClick={keepMine}>
            {t('unsaved.keepMine')}
          </Button>
        </div>
      </Banner>
    </div>
  )
}

function asText(value: unknown, language: Language) {
  if (Array.isArray(value)) return listOf(value.map(String), language)
  if (typeof value === 'boolean') return value ? '✓' : '–'
  return typeof value === 'string' ? value : ''
}
