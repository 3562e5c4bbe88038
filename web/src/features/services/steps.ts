// Steps through the pictures, wrapping around at the ends. In right-to-left languages the next picture is on the left.

/** 1 for the next picture, -1 for the previous one, 0 for neither. */
export function stepOfKey(key: string, direction: 'ltr' | 'rtl') {
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return 0
  return (key === 'ArrowRight') === (direction === 'ltr') ? 1 : -1
}

const MIN_SWIPE_PX = 48

/** `distance` is in pixels to the right. Swiping pulls the next picture in from its side. */
export function stepOfSwipe(distance: number, direction: 'ltr' | 'rtl') {
  if (Math.abs(distance) < MIN_SWIPE_PX) return 0
  return distance < 0 === (direction === 'ltr') ? 1 : -1
}

export function neighbour<Item>(items: readonly Item[], current: Item, step: number) {
  return items[(items.indexOf(current) + step + items.length) % items.length] ?? current
}
