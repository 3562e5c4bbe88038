// The look of an appointment's secondary actions, in its row and in the details below.
import type { LucideIcon } from 'lucide-react'

/** The end of a row: its answer buttons or its status. As wide as the longest pair of buttons, so that the columns of all rows align. */
export const ROW_END = 'md:justify-end lg:min-w-40 lg:[&:lang(az)]:min-w-45 lg:[&:lang(fr)]:min-w-47 lg:[&:lang(ru)]:min-w-57'

/** Labelled buttons, in rows and below them. */
export const IN_ROW = 'min-h-11! px-3! py-1.5! text-sm whitespace-nowrap'

/** A button that looks like a link beside a text. */
export const LINK_IN_ROW = `${IN_ROW} text-action! underline-offset-4 hover:underline`

/** The next step of a row. It is drawn lower than its touch target. */
export const TINTED_IN_ROW = `${IN_ROW} border-y-4 border-transparent bg-clip-padding`

/** Two of these are stacked with their labels in a wide window. In a narrower one they are icons. */
const SLIM =
  'group/slim relative max-xl:size-11 min-h-11! px-0! py-0! text-[0.8125rem]! font-normal! whitespace-nowrap text-muted! hover:text-ink! xl:min-h-6! xl:gap-1.5! xl:rounded-md! xl:px-1.5!'

/** The label of an icon, shown beside it on hover or focus. It stays within the row, because long lists clip overflow. */
const TIP =
  'max-xl:pointer-events-none max-xl:absolute max-xl:end-full max-xl:z-20 max-xl:rounded-md max-xl:bg-ink max-xl:px-2 max-xl:py-1 max-xl:text-xs max-xl:text-paper max-xl:opacity-0 max-xl:transition-opacity max-xl:duration-150 max-xl:group-hover/slim:opacity-100 max-xl:group-focus-visible/slim:opacity-100'

export type RowLook = 'slim' | 'line' | 'secondary'

/** The attributes of a button with this look. */
export function rowLook(look: RowLook, label: string, Icon: LucideIcon) {
  const isSlim = look === 'slim'
  return {
    look: look === 'secondary' ? look : ('quiet' as const),
    className: isSlim ? SLIM : IN_ROW,
    children: (
      <>
        <Icon aria-hidden="true" className={isSlim ? 'size-5 shrink-0 xl:size-4' : 'size-4 text-brass'} />
        <span className={isSlim ? TIP : undefined}>{label}</span>
      </>
    ),
  }
}
