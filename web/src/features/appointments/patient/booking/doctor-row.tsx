// A doctor in the list: with the next free slots while the user compares doctors, on one line after a doctor is chosen.
import { type ReactNode, useEffect, useRef } from 'react'
import { Portrait } from '../../../../domain/portrait.tsx'
import { specialtyName } from '../../../../domain/specialties.ts'
import { titledName } from '../../../../domain/titled-name.ts'
import { classes } from '../../../../lib/classes.ts'
import { useI18n } from '../../../../lib/i18n.tsx'
import type { Slot } from '../../shared/picker/free-times.ts'
import type { Doctor } from './doctors.ts'
import { DayAndCity, NextTime } from './next-times-list.tsx'

interface RowProps {
  doctor: Doctor
  ownZone: string
  /** Undefined if there is none or it is unknown. */
  firstTime: Slot | undefined
  onChoose: () => void
}

/** Makes a row's highlight a little wider than its text, with which the lines between the rows align. */
const WIDER = 'relative isolate before:absolute before:inset-y-0 before:-inset-x-3 before:-z-10'
/** The row's hover colour, against which its times stand out. */
const HOVERED = 'before:transition-colors before:duration-150 before:ease-calm hover:before:bg-line/25'

/** The whole row chooses the doctor, except its times. */
export function DoctorRow({ doctor, ownZone, firstTime, onChoose, children }: RowProps & { children: ReactNode }) {
  const { t } = useI18n()
  return (
    <li className={classes(WIDER, HOVERED, 'grid grid-cols-[auto_minmax(0,1fr)] content-start gap-x-3 gap-y-1.5 py-3')}>
      <div className="row-span-2 mt-0.5">
        <Portrait doctor={doctor} isDecorative />
      </div>
      <button
        type="button"
        aria-pressed={false}
        className="min-w-0 text-start leading-snug after:absolute after:inset-0"
        onClick={onChoose}
      >
        <span className="block font-medium sm:text-lg sm:leading-snug">{titledName(doctor, t)}</span>
        <span className="flex flex-wrap items-baseline justify-between gap-x-3 text-sm">
          <span className="text-muted">{specialtyName(doctor, t)}</span>
          {firstTime && <DayAndCity {...{ doctor, ownZone }} time={firstTime} className="sm:hidden" />}
        </span>
      </button>
      <div className="relative">{children}</div>
    </li>
  )
}

interface CompactRowProps extends RowProps {
  isChosen: boolean
  onChooseTime: (time: Slot) => void
}

export function CompactRow({ doctor, ownZone, firstTime, isChosen, onChoose, onChooseTime }: CompactRowProps) {
  const { t } = useI18n()
  const row = useRef<HTMLLIElement>(null)
  // The doctor may have been chosen far down the list.
  useEffect(() => {
    if (isChosen) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isChosen])
  return (
    <li
      ref={row}
      className={classes(
        WIDER,
        'flex min-h-14 items-center gap-x-3 py-1',
        isChosen ? 'before:bg-tint before:shadow-[inset_3px_0_0_var(--brass)] rtl:before:shadow-[inset_-3px_0_0_var(--brass)]' : HOVERED,
      )}
    >
      <Portrait doctor={doctor} size="tiny" isDecorative />
      <button
        type="button"
        aria-pressed={isChosen}
        className="min-w-0 flex-1 text-start leading-snug after:absolute after:inset-0"
        onClick={onChoose}
      >
        <span className="block font-medium">{titledName(doctor, t)}</span>
        <span className="block text-sm leading-tight text-muted">{specialtyName(doctor, t)}</span>
      </button>
      {/* The chosen doctor's times are beside the list. */}
      {firstTime && !isChosen && <NextTime {...{ ownZone }} time={firstTime} onChoose={() => onChooseTime(firstTime)} />}
    </li>
  )
}
