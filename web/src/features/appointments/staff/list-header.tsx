import type { ReactNode } from 'react'
import { useI18n } from '../../../lib/i18n.tsx'
import type { Appointment } from '../staff-queries.ts'

interface ListHeaderProps {
  selectable: Appointment[]
  selected: Appointment[]
  onSelect: (ids: string[], isSelected: boolean) => void
  aside?: ReactNode
  /** On a phone the words beside the checkbox make room for `aside`. */
  isTight?: boolean
}

/** The line above the rows. Its checkbox stands in the column of theirs. */
export function ListHeader({ selectable, selected, onSelect, aside, isTight = false }: ListHeaderProps) {
  const { t } = useI18n()
  const isSelectable = selectable.length > 1
  if (!isSelectable && !aside) return null
  return (
    <div className="flex min-h-11 flex-wrap items-center justify-end gap-x-3 border border-transparent ps-3 md:ps-4">
      {isSelectable && (
        <label className="-ms-3 me-auto flex min-h-11 cursor-pointer items-center text-sm">
          <span className="grid size-11 shrink-0 place-items-center">
            <input
              type="checkbox"
              className="size-5 accent-action"
              checked={selected.length === selectable.length}
              onChange={({ target }) =>
                onSelect(
                  selectable.map(({ id }) => id),
                  target.checked,
                )
              }
            />
          </span>
          <span className={isTight ? 'max-sm:sr-only' : ''}>{t('row.selectAll', { number: selectable.length })}</span>
        </label>
      )}
      {aside}
    </div>
  )
}
