// Through the pictures and round again. Where one reads from the right, the next one is on the left.

/** Pictures forward (1), backward (-1) or not at all. */
export function stepOfKey(key: string, direction: 'ltr' | 'rtl') {
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return 0
  return (key === 'ArrowRight') === (direction === 'ltr') ? 1 : -1
}

const SHORTEST_SWIPE = 48

/** `distance` in pixels, to the right. The next picture is pulled in from where it waits. */
export function stepOfSwipe(distance: number, direction: 'ltr' | 'rtl') {
  if (Math.abs(distance) < SHORTEST_SWIPE) return 0
  return distance < 0 === (direction === 'ltr') ? 1 : -1
}

export function neighbour<Item>(items: readonly Item[], current: Item, step: number) {
  return items[(items.indexOf(current) + step + items.length) % items.length] ?? current
}
