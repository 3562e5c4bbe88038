// The scroll position of a message list.
import { type UIEvent, useLayoutEffect, useRef, useState } from 'react'

/** A position closer to the end than this counts as the end. */
const END_PX = 40

interface Shown {
  firstId: string | undefined
  lastId: string | undefined
  /** Whether the reader wrote the last message. */
  isLastOwn: boolean
}

/** Scrolls to new messages unless the reader has scrolled up. The reader's own messages always scroll into view. */
export function useScrolling({ firstId, lastId, isLastOwn }: Shown) {
  const box = useRef<HTMLElement>(null)
  const before = useRef<{ firstId: string | undefined; lastId: string | undefined; height: number }>(undefined)
  const [isAtEnd, setIsAtEnd] = useState(true)
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const last = before.current
    if (lastId !== last?.lastId && (isAtEnd || isLastOwn)) element.scrollTop = element.scrollHeight
    // Older messages were added above: keeps the visible messages in place.
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
