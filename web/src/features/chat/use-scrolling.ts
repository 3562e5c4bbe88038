// Where a list of messages is scrolled to.
import { type UIEvent, useLayoutEffect, useRef, useState } from 'react'

/** As far from the end as this counts as the end. */
const END_PX = 40

interface Shown {
  firstId: string | undefined
  lastId: string | undefined
  /** The reader wrote the last message. */
  isLastOwn: boolean
}

/** New messages come into view, unless somebody reads older ones; own messages always do. */
export function useScrolling({ firstId, lastId, isLastOwn }: Shown) {
  const box = useRef<HTMLElement>(null)
  const before = useRef<{ firstId: string | undefined; lastId: string | undefined; height: number }>(undefined)
  const [isAtEnd, setIsAtEnd] = useState(true)
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const last = before.current
    if (lastId !== last?.lastId && (isAtEnd || isLastOwn)) element.scrollTop = element.scrollHeight
    // Messages were added above: what is being read stays where it is.
    else if (last && firstId !== last.firstId) element.scrollTop += element.scrollHeight - last.height
    before.current = { firstId, lastId, height: element.scrollHeight }
  }, [firstId, lastId, isLastOwn, isAtEnd])
  return {
    box,
    isAtEnd,
    onScroll: ({ currentTarget: { scrollHeight, scrollTop, clientHeight } }: UIEvent) =>
      setIsAtEnd(scrollHeight - scrollTop - clientHeight < END_PX),
    goToEnd: () => box.current?.scrollTo({ top: box.current.scrollHeight }),
  }
}
