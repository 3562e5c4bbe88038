// A free time to press, the same everywhere: as a link, a button or a radio button. The reader's clock, and below it the doctor's if
// it differs.
import type { ReactNode } from 'react'
import { classes } from '../../lib/classes.ts'

interface ChipState {
  isChosen?: boolean
  isTaken?: boolean
}

/** Figures alone need no room above and below, not even on an Arabic page. */
export const timeChip = ({ isChosen = false, isTaken = false }: ChipState = {}) =>
  classes(
    'button time-chip relative grid min-h-11 min-w-0 content-center justify-items-center rounded-box border px-1 py-1 text-center leading-tight tabular-nums **:leading-tight transition-colors duration-150 ease-calm has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-action',
    isTaken ? 'cursor-not-allowed border-dashed border-line text-muted line-through' : 'cursor-pointer',
    isChosen && 'border-action bg-action text-on-action',
    !isChosen && !isTaken && 'border-control bg-surface hover:border-action hover:text-action',
  )

/** `doctors` may have words around the clock for those who cannot see where it stands. */
export function ChipClocks({ own, doctors, isChosen = false }: { own: string; doctors?: ReactNode; isChosen?: boolean }) {
  return (
    <>
      <bdi dir="ltr" className="font-medium">
        {own}
      </bdi>
      {doctors && <span className={classes('text-[0.8125rem]', !isChosen && 'text-muted')}>{doctors}</span>}
    </>
  )
}
