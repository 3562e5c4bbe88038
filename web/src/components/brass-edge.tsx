/**
 * A brass line along the upper edge of a rounded card, which must be `relative`. The line is cut off at the corners like the card itself.
 */
export function BrassEdge() {
  return (
    <span aria-hidden="true" className="pointer-events-none absolute -inset-px overflow-hidden rounded-box">
      <span className="absolute inset-x-0 top-0 h-[3px] bg-brass" />
    </span>
  )
}
