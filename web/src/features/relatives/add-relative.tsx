// Adds a person to book for: first asks whom, then shows the form for that. Load this module lazily.
import { useState } from 'react'
import { useI18n } from '../../lib/i18n.tsx'
import { AdultForm } from './adult-form.tsx'
import { ChildForm } from './child-form.tsx'
import type { Owner } from './queries.ts'

const KINDS = [
  { kind: 'child', label: 'relatives.kindChild', hint: 'relatives.kindChildHint' },
  { kind: 'adult', label: 'relatives.kindAdult', hint: 'relatives.kindAdultHint' },
] as const

export default function AddRelative({ owner, onDone }: { owner: Owner; onDone: (id: string) => void }) {
  const { t } = useI18n()
  const [chosen, setChosen] = useState<'child' | 'adult'>()
  return (
    <>
      <fieldset>
        <legend className="mb-1.5 font-medium">{t('relatives.kind')}</legend>
        <div className="grid gap-3 sm:grid-cols-2">
          {KINDS.map(({ kind, label, hint }) => (
            <label
              key={kind}
              className="flex cursor-pointer items-start gap-3 rounded-box border border-control p-3.5 transition-colors duration-150 ease-calm hover:border-ink has-checked:border-action has-checked:bg-tint"
            >
              <input
                type="radio"
                name="kind"
                className="mt-0.5 size-5 shrink-0 accent-action"
                checked={chosen === kind}
                onChange={() => setChosen(kind)}
              />
              <span className="grid font-medium">
                {t(label)}
                <span className="text-sm font-normal text-muted">{t(hint)}</span>
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      {/* Hidden instead of removed, so that typed input stays while the person looks at the other form. */}
      {chosen && (
        <>
          <div hidden={chosen !== 'child'}>
            <ChildForm {...{ owner, onDone }} />
          </div>
          <div hidden={chosen !== 'adult'}>
            <AdultForm {...{ owner, onDone }} />
          </div>
        </>
      )}
    </>
  )
}
