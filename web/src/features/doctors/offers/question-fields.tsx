// One question, inside the form of all questions, which guards what is typed.
import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import { Button } from '../../../components/ui/button.tsx'
import { TextAreaField } from '../../../components/ui/field.tsx'
import { SelectField } from '../../../components/ui/select-field.tsx'
import { type TextKey, useI18n } from '../../../lib/i18n.tsx'
import { LANGUAGE_NAMES, LANGUAGES, type Language } from '../../../lib/languages.ts'
import { KINDS, type Kind, MAX_QUESTION_LENGTH, type QuestionDraft } from './question-input.ts'

const KIND_TEXTS: Record<Kind, TextKey> = { text: 'offers.kindText', choice: 'offers.kindChoice', file: 'offers.kindFile' }

const MOVES = [
  { by: -1, icon: ArrowUp, label: 'offers.upOf' },
  { by: 1, icon: ArrowDown, label: 'offers.downOf' },
] as const

interface QuestionFieldsProps {
  draft: QuestionDraft
  number: number
  /** The language whose text is required. */
  primary: Language
  faults: { text?: TextKey; choices?: TextKey }
  isFirst: boolean
  isLast: boolean
  onMove: (by: -1 | 1) => void
  onChange: (next: QuestionDraft) => void
  onRemove: () => void
}

export function QuestionFields({ draft, number, primary, faults, isFirst, isLast, onMove, onChange, onRemove }: QuestionFieldsProps) {
  const { t } = useI18n()
  const fieldsIn = (each: Language) => {
    const isPrimary = each === primary
    const note = isPrimary ? {} : { note: t('leave.optional') }
    return (
      <>
        <TextAreaField
          label={t('offers.questionIn', { language: LANGUAGE_NAMES[each] })}
          {...note}
          required={isPrimary}
          lang={each}
          rows={2}
          className="min-h-20!"
          maxLength={MAX_QUESTION_LENGTH}
          error={isPrimary && faults.text ? t(faults.text) : undefined}
          value={draft.texts[each]}
          onChange={({ target }) => onChange({ ...draft, texts: { ...draft.texts, [each]: target.value } })}
        />
        {draft.kind === 'choice' && (
          <TextAreaField
            label={t('offers.choicesIn', { language: LANGUAGE_NAMES[each] })}
            {...note}
            {...(isPrimary && { hint: t('offers.choicesHint') })}
            required={isPrimary}
            lang={each}
            rows={3}
            className="min-h-20!"
            error={isPrimary && faults.choices ? t(faults.choices) : undefined}
            value={draft.choices[each]}
            onChange={({ target }) => onChange({ ...draft, choices: { ...draft.choices, [each]: target.value } })}
          />
        )}
      </>
    )
  }
  const title = t('offers.questionNumber', { number })
  return (
    <fieldset data-question={draft.id} className="grid min-w-0 gap-3 border-t border-line pt-4 first:border-0 first:pt-0">
      <legend className="sr-only">{title}</legend>
      <div className="flex items-center justify-between gap-3">
        <h3 className="font-medium">{title}</h3>
        <div className="-me-3 flex">
          {!(isFirst && isLast) &&
            MOVES.map(({ by, icon: Icon, label }) => (
              // Not disabled, because that would take the focus away while the button is pressed repeatedly.
              <Button
                key={by}
                look="quiet"
                data-move={by}
                className="px-3! aria-disabled:opacity-40"
                aria-label={t(label, { name: title })}
                aria-disabled={by === -1 ? isFirst : isLast}
                onClick={() => !(by === -1 ? isFirst : isLast) && onMove(by)}
              >
                <Icon aria-hidden="true" className="size-4" />
              </Button>
            ))}
          <Button look="quiet" className="px-3!" aria-label={t('offers.removeQuestion', { number })} onClick={onRemove}>
            <Trash2 aria-hidden="true" className="size-4 text-muted" />
          </Button>
        </div>
      </div>
      {fieldsIn(primary)}
      <SelectField
        label={t('offers.kind')}
        value={draft.kind}
        onChange={({ target }) => onChange({ ...draft, kind: KINDS.find((each) => each === target.value) ?? draft.kind })}
      >
        {KINDS.map((each) => (
          <option key={each} value={each}>
            {t(KIND_TEXTS[each])}
          </option>
        ))}
      </SelectField>
      <details className="rounded-box border border-line px-4">
        <summary className="flex min-h-12 cursor-pointer items-center font-medium">{t('offers.otherLanguages')}</summary>
        <div className="grid gap-4 pb-4">
          {LANGUAGES.filter((each) => each !== primary).map((each) => (
            <div key={each} className="grid gap-3">
              {fieldsIn(each)}
            </div>
          ))}
        </div>
      </details>
    </fieldset>
  )
}
