/** The doorway of the logo, drawn repeatedly while a page loads. It does not move with reduced motion. */
export function ArchLoader() {
  return (
    <svg aria-hidden="true" viewBox="6 6 20 21" fill="none" strokeWidth="1.6" strokeLinecap="round" className="h-14 w-13">
      <path d="M9 25V15a7 7 0 0 1 14 0v10" className="stroke-current opacity-25" />
      <path d="M9 25V15a7 7 0 0 1 14 0v10" pathLength="1" className="arch-drawing stroke-brass" />
      <path d="M16 25v-8" className="stroke-current" />
    </svg>
  )
}
