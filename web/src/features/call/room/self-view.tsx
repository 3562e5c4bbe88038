// The self-view: a small picture that the user can move to any corner.
import { type PointerEvent, useRef, useState } from 'react'
import { classes } from '../../../lib/classes.ts'
import { useI18n } from '../../../lib/i18n.tsx'
import { CallPicture } from '../picture.tsx'

type Corner = { isTop: boolean; isLeft: boolean }

/** A movement up to this distance is not a drag, because a finger is never quite still. */
const STILL_PX = 6

const KEYS: Record<string, Partial<Corner>> = {
  ArrowUp: { isTop: true },
  ArrowDown: { isTop: false },
  ArrowLeft: { isLeft: true },
  ArrowRight: { isLeft: false },
}

interface SelfViewProps {
  stream: MediaStream
  isMirrored: boolean
  /** Whether there is only text beside it, and no other video. */
  isAlone: boolean
}

export function SelfView({ stream, isMirrored, isAlone }: SelfViewProps) {
  const { t } = useI18n()
  // Left and right are physical directions even in right-to-left pages, because the user drags the picture.
  const [corner, setCorner] = useState<Corner>({ isTop: false, isLeft: false })
  const [shift, setShift] = useState<{ x: number; y: number }>()
  const grip = useRef({ x: 0, y: 0 })
  const hasMoved = useRef(false)

  const grab = (event: PointerEvent<HTMLElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId)
    grip.current = { x: event.clientX, y: event.clientY }
    hasMoved.current = false
    setShift({ x: 0, y: 0 })
  }
  const drag = ({ clientX, clientY }: PointerEvent) => {
    if (!shift) return
    const [x, y] = [clientX - grip.current.x, clientY - grip.current.y]
    if (Math.hypot(x, y) > STILL_PX) hasMoved.current = true
    setShift({ x, y })
  }
  // Uses the position of the pointer, because the picture may still be moving.
  const drop = ({ currentTarget, clientX, clientY }: PointerEvent<HTMLElement>) => {
    const room = currentTarget.parentElement?.getBoundingClientRect()
    if (room && hasMoved.current) {
      setCorner({ isTop: clientY < room.top + room.height / 2, isLeft: clientX < room.left + room.width / 2 })
    }
    setShift(undefined)
  }
  // Moves clockwise to the next corner. The click that ends a drag is ignored.
  const turn = () => {
    if (!hasMoved.current) setCorner(({ isTop, isLeft }) => ({ isTop: isLeft, isLeft: !isTop }))
    hasMoved.current = false
  }
  return (
    <button
      type="button"
      aria-label={t('call.moveSelf')}
      onPointerDown={grab}
      onPointerMove={drag}
      onPointerUp={drop}
      onPointerCancel={() => setShift(undefined)}
      onClick={turn}
      onKeyDown={({ key }) => setCorner({ ...corner, ...KEYS[key] })}
      style={shift && { translate: `${shift.x}px ${shift.y}px` }}
      className={classes(
        'absolute aspect-4/3 touch-none overflow-hidden rounded-box border border-on-night/30 bg-night sm:w-44 lg:w-56 short:w-24',
        isAlone ? 'w-24' : 'w-28',
        shift ? 'cursor-grabbing' : 'cursor-grab',
        corner.isTop ? 'top-3 lg:top-4 short:top-18' : 'bottom-3 lg:bottom-4',
        corner.isLeft ? 'left-3 lg:left-4' : 'right-3 lg:right-4',
      )}
    >
      <CallPicture
        stream={stream}
        isMuted
        label={t('call.self')}
        className={classes('size-full object-cover', isMirrored && '-scale-x-100')}
      />
    </button>
  )
}
