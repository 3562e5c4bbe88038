// Drags an appointment to another time of the same doctor, with a mouse or a pen.
import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { DAY_MINUTES, ROW_MINUTES, SNAP_MINUTES } from './days.ts'
import type { Block } from './layout.ts'

/** The pointer has to move this far before a press becomes a drag. */
const THRESHOLD_PX = 6

export interface DragTarget {
  block: Block
  column: number
  minute: number
}

interface Grab {
  block: Block
  x: number
  y: number
  /** The distance from the start of the appointment to the grabbed point, in minutes. */
  below: number
  isDragging: boolean
}

export function useDrag(table: RefObject<HTMLTableElement | null>, rows: number[], onDrop: (target: DragTarget) => void) {
  const [target, setTarget] = useState<DragTarget>()
  const grab = useRef<Grab>(undefined)
  const latest = useRef<DragTarget>(undefined)
  /** Suppresses the click that follows a drag. */
  const hasDragged = useRef(false)
  const drop = useRef(onDrop)
  const shown = useRef(rows)
  useEffect(() => {
    drop.current = onDrop
    shown.current = rows
  })

  useEffect(() => {
    const show = (next: DragTarget | undefined) => {
      latest.current = next
      setTarget(next)
    }
    const end = () => {
      grab.current = undefined
      show(undefined)
    }
    const move = (event: globalThis.PointerEvent) => {
      const { current } = grab
      if (!current || !table.current) return
      if (!current.isDragging) {
        if (Math.hypot(event.clientX - current.x, event.clientY - current.y) < THRESHOLD_PX) return
        current.isDragging = true
        hasDragged.current = true
      }
      event.preventDefault()
      const place = placeAt(table.current, shown.current, event.clientX, event.clientY, current.below)
      show(place && { block: current.block, ...place })
    }
    const release = () => {
      const dropped = grab.current?.isDragging ? latest.current : undefined
      end()
      if (dropped) drop.current(dropped)
      // The click fires after this event, so the flag is reset later.
      setTimeout(() => {
        hasDragged.current = false
      })
    }
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !grab.current?.isDragging) return
      event.preventDefault()
      end()
    }
    document.addEventListener('pointermove', move)
    document.addEventListener('pointerup', release)
    document.addEventListener('pointercancel', end)
    document.addEventListener('keydown', press, true)
    return () => {
      document.removeEventListener('pointermove', move)
      document.removeEventListener('pointerup', release)
      document.removeEventListener('pointercancel', end)
      document.removeEventListener('keydown', press, true)
    }
  }, [table])

  const start = (event: PointerEvent<HTMLElement>, block: Block) => {
    if (event.pointerType === 'touch' || event.button !== 0) return
    const { top, height } = event.currentTarget.getBoundingClientRect()
    const below = ((event.clientY - top) / height) * (block.to - block.from)
    hasDragged.current = false
    grab.current = { block, x: event.clientX, y: event.clientY, below, isDragging: false }
  }
  return { target, start, hasDragged: () => hasDragged.current }
}

/** The column and the minute under the pointer. Undefined outside the grid. */
function placeAt(table: HTMLTableElement, rows: number[], x: number, y: number, below: number) {
  const body = table.tBodies[0]
  const first = body?.rows[0]
  if (!body || !first) return undefined
  const cells = [...first.cells].filter(({ tagName }) => tagName === 'TD').map((cell) => cell.getBoundingClientRect())
  const column = cells.findIndex(({ left, right }) => x >= left && x < right)
  const { top, bottom } = body.getBoundingClientRect()
  const rowHeight = (bottom - top) / body.rows.length
  // Hours between two rows may be hidden.
  const place = (y - top) / rowHeight - below / ROW_MINUTES
  const row = Math.min(Math.max(Math.floor(place), 0), rows.length - 1)
  const minute = (rows[row] ?? 0) + (place - row) * ROW_MINUTES
  const snapped = Math.round(minute / SNAP_MINUTES) * SNAP_MINUTES
  if (column < 0 || y < top || y > bottom || snapped < 0 || snapped >= DAY_MINUTES) return undefined
  return { column, minute: snapped }
}
