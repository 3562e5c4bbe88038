import type { ReactNode } from 'react'
import { classes } from '../../../../lib/classes.ts'
import { useI18n } from '../../../../lib/i18n.tsx'
import type { Appointment } from '../queries.ts'

interface ListHeaderProps {
  selectable: Appointment[]
  selected: Appointment[]
  onSelect: (ids: string[], isSelected: boolean) => void
  /** Names the time zone of all rows, if it differs from the reader's. */
  clock?: string | undefined
  aside?: ReactNode
  /** Whether the label of the checkbox makes room for `aside` on a phone. */
  isTight?: boolean
  /** Whether the header shares the line of the heading below, which begins at the other end. */
  isBesideHeading?: boolean
}

/** The line above the rows. Without a heading on the same line, its checkbox is aligned with those of the rows. */
export function ListHeader(props: ListHeaderProps) {
  const { selectable, selected, onSelect, clock, aside, isTight = false, isBesideHeading = false } = props
  const { t } = useI18n()
  const isSelectable = selectable.length > 1
  if (!isSelectable && !aside && !clock) return null
  const line = (
    <div
      className={classes(
        'flex flex-wrap items-center justify-end gap-x-1 sm:gap-x-3',
        isBesideHeading
          ? // Large text leaves no room on a phone, so the heading follows below.
            'min-h-11 @min-[17em]:-mt-1 @min-[17em]:-mb-9 @min-[17em]:ms-48 md:@min-[17em]:mt-0 md:@min-[17em]:-mb-10 md:@min-[17em]:ms-64'
          : 'mb-1 border-x border-transparent ps-3 md:min-h-11 md:ps-4',
      )}
    >
      {isSelectable && (
        <label
          className={classes('-ms-3 flex min-h-11 cursor-pointer items-center text-[0.8125rem] sm:text-sm', !isBesideHeading && 'me-auto')}
        >
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
          <span className={isTight || isBesideHeading ? 'max-sm:sr-only' : ''}>{t('row.selectAll', { number: selectable.length })}</span>
          {isBesideHeading && (
            <span aria-hidden="true" className="sm:hidden">
              {t('row.all')}
            </span>
          )}
        </label>
      )}
      {clock && <p className="text-sm text-muted max-md:order-1 max-md:-ms-3 max-md:basis-full max-md:pb-1 max-md:text-xs">{clock}</p>}
      {aside}
    </div>
  )
  // Measured in the size of its letters, because the window's own units do not grow with them.
  return isBesideHeading ? <div className="@container relative z-1">{line}</div> : line
}
