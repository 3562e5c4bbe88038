// A free time to press, the same everywhere: as a link, a button or a radio button. The reader's clock, and below it the doctor's if
// it differs.
import type { ReactNode } from 'react'
import { classes } from '../../lib/classes.ts'
import { choiceLook, quietIn } from './choice.ts'

interface ChipState {
  isChosen?: boolean
  isTaken?: boolean
}

/** Figures alone need no room above and below, not even on an Arabic page. */
export const timeChip = ({ isChosen = false, isTaken = false }: ChipState = {}) =>
  classes(
    'button time-chip grid min-h-11 min-w-0 content-center justify-items-center rounded-choice px-1 py-1 text-center leading-tight tabular-nums **:leading-tight',
    isTaken ? 'time-taken cursor-not-allowed' : choiceLook(isChosen),
  )

/** `doctors` may have words around the clock for those who cannot see where it stands. */
export function ChipClocks({ own, doctors, isChosen = false }: { own: string; doctors?: ReactNode; isChosen?: boolean }) {
  return (
    <>
      <bdi dir="ltr" className="font-semibold">
        {own}
      </bdi>
      {doctors && <span className={classes('text-[0.8125rem]', quietIn(isChosen))}>{doctors}</span>}
    </>
  )
}
