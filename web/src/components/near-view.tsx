// Loads parts of a long page when they are about to come into view.
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { whenSettled } from '../lib/load/settled.ts'

// Small, because on phones the parts begin just below the first window, and their code is larger than the page.
const MARGIN = '50px'

interface NearViewProps {
  /** Reserves the space until the part has loaded. */
  placeholder: ReactNode
  children: ReactNode
  /** True if a link leads to this part. */
  isWanted?: boolean
}

/** The part also loads once the page is settled, so that searching the page finds it. */
export function NearView({ placeholder, children, isWanted = false }: NearViewProps) {
  const [isNear, setIsNear] = useState(isWanted)
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const show = () => setIsNear(true)
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && show(), { rootMargin: MARGIN })
    if (place.current) observer.observe(place.current)
    const cancel = whenSettled(show)
    return () => {
      observer.disconnect()
      cancel()
    }
  }, [])
  return isNear ? (
    <Suspense fallback={placeholder}>{children}</Suspense>
  ) : (
    // Placeholders outside the window are not animated.
    <div ref={place} className="**:animate-none">
      {placeholder}
    </div>
  )
}
