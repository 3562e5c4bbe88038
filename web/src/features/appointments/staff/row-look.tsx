// The look of the secondary actions of an appointment, in its row and in the details below it.
import type { LucideIcon } from 'lucide-react'

/** The end of a row in a wide window: its answers, or else its status. As wide as the longest pair of answers, so that the columns of all rows stand below each other. */
export const ROW_END = 'md:justify-end lg:min-w-40 lg:[&:lang(az)]:min-w-45 lg:[&:lang(fr)]:min-w-47 lg:[&:lang(ru)]:min-w-57'

/** Buttons with words, in rows and below them. */
export const IN_ROW = 'min-h-11! px-3! py-1.5! text-sm whitespace-nowrap'

/** Beside a text, as a link. */
export const LINK_IN_ROW = `${IN_ROW} text-action! underline-offset-4 hover:underline`

/** The next step of a row, drawn lower than fingers can press. */
export const TINTED_IN_ROW = `${IN_ROW} border-y-4 border-transparent bg-clip-padding`

/** In a wide window two of them stand below each other with their words. In a narrower one they are icons. */
const SLIM =
  'group/slim relative max-xl:size-11 min-h-11! px-0! py-0! text-[0.8125rem]! font-normal! whitespace-nowrap text-muted! hover:text-ink! xl:min-h-6! xl:gap-1.5! xl:rounded-md! xl:px-1.5!'

/** The word of an icon, shown beside it while the pointer or the focus is there. It stays within the row: long lists cut off what leaves it. */
const TIP =
  'max-xl:pointer-events-none max-xl:absolute max-xl:end-full max-xl:z-20 max-xl:rounded-md max-xl:bg-ink max-xl:px-2 max-xl:py-1 max-xl:text-xs max-xl:text-paper max-xl:opacity-0 max-xl:transition-opacity max-xl:duration-150 max-xl:group-hover/slim:opacity-100 max-xl:group-focus-visible/slim:opacity-100'

export type RowLook = 'slim' | 'line' | 'secondary'

/** The attributes of such a button. */
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
