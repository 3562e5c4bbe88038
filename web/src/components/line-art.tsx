// Line art from a separate file, which is loaded when it comes near the window. Its colours come from the page.
import { useEffect, useRef, useState } from 'react'
import { classes } from '../lib/classes.ts'

// Less than a screen, because the drawings must not compete with files that make the page usable.
const MARGIN = '200px'

interface LineArtProps {
  /** A file of `assets/line-art`, whose drawing has the id `art`. */
  file: string
  width: number
  height: number
  /** Whether it is on the first screen, so that it loads without waiting for scripts. */
  isFirst?: boolean
  className?: string
}

/** Has the same size before the file has loaded. The drawing is decorative: the text beside it says everything. */
export function LineArt({ file, width, height, isFirst = false, className }: LineArtProps) {
  const [isNear, setIsNear] = useState(isFirst)
  const place = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setIsNear(true), { rootMargin: MARGIN })
    if (place.current) observer.observe(place.current)
    return () => observer.disconnect()
  }, [])
  const drawing = (
    <svg viewBox={`0 0 ${width} ${height}`} className="size-full overflow-visible">
      <use href={`${file}#art`} />
    </svg>
  )
  return (
    <span ref={place} aria-hidden="true" className={classes('block', className)} style={{ aspectRatio: `${width} / ${height}` }}>
      {isNear ? drawing : <noscript>{drawing}</noscript>}
    </span>
  )
}
