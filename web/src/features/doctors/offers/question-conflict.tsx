import { useEffect, useRef } from 'react'
import { Banner } from '../../../components/ui/banner.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { useI18n } from '../../../lib/i18n.tsx'
import type { Language } from '../../../lib/languages.ts'
import type { QuestionDraft } from './question-input.ts'
import type { mergeQuestions } from './question-merge.ts'

interface QuestionConflictProps {
  clashes: ReturnType<typeof mergeQuestions>['clashes']
  /** The questions in the form, for their numbers. */
  drafts: QuestionDraft[]
  primaryFor: (id: string) => Language
  onChoose: (takesTheirs: boolean) => void
}

/** Shown when somebody else has changed the same questions. Nothing is saved until the reader chooses. */
export function QuestionConflict({ clashes, drafts, primaryFor, onChoose }: QuestionConflictProps) {
  const { t } = useI18n()
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'center' })
  }, [])
  return (
    <div ref={place}>
      <Banner tone="warning" role="alert">
        <p className="font-medium">{t('unsaved.changed')}</p>
        <dl className="mt-2 grid gap-2 rounded-box border border-line bg-surface px-3 py-2 text-ink">
          {clashes.map(({ id, stored }) => {
            const number = drafts.findIndex((each) => each.id === id) + 1
            return (
              <div key={id}>
                <dt className="text-sm text-muted">
                  {number > 0 ? t('offers.questionNumber', { number }) : t('offers.questionRemovedHere')}
                </dt>
                <dd className="max-h-48 overflow-auto whitespace-pre-line wrap-anywhere">
                  {stored ? (
                    <bdi>{[stored.texts[primaryFor(id)], stored.choices[primaryFor(id)]].filter(Boolean).join('\n')}</bdi>
                  ) : (
                    t('offers.questionRemoved')
                  )}
                </dd>
              </div>
            )
          })}
        </dl>
        <div className="mt-3 flex flex-wrap gap-2">
          <Button look="secondary" onClick={() => onChoose(true)}>
            {t('unsaved.takeTheirs')}
          </Button>
          <Button look="secondary" onClick={() => onChoose(false)}>
            {t('unsaved.keepMine')}
          </Button>
        </div>
      </Banner>
    </div>
  )
}
