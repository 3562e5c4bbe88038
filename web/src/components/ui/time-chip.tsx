// A free time to press, as a link, a button or a radio button. It shows the reader's clock, and below it the doctor's clock if it differs.
import type { ReactNode } from 'react'
import { classes } from '../../lib/classes.ts'
import { choiceLook, quietIn } from './choice.ts'

interface ChipState {
  isChosen?: boolean
  isTaken?: boolean
}

/** Figures need no space above and below, not even on an Arabic page. */
export const timeChip = ({ isChosen = false, isTaken = false }: ChipState = {}) =>
  classes(
    'button time-chip grid min-h-11 min-w-0 content-center justify-items-center rounded-choice px-1 py-1 text-center leading-tight tabular-nums **:leading-tight',
    isTaken ? 'time-taken cursor-not-allowed' : choiceLook(isChosen),
  )

/** `doctors` may contain words for screen readers around the doctor's time. */
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
