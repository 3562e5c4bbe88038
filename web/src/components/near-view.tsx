// Parts of a long page that are loaded when they are about to be seen.
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { whenSettled } from '../lib/load/settled.ts'

// Little: on phones the parts begin just below the first window, and their code is larger than the page.
const MARGIN = '50px'

interface NearViewProps {
  /** Keeps the place until then, and while the part is loading. */
  placeholder: ReactNode
  children: ReactNode
  /** For a link that leads to this part. */
  isWanted?: boolean
}

/** Once the page is settled the part is there too, so that searching the page finds it. */
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
    // Nothing moves where nobody sees it.
    <div ref={place} className="**:animate-none">
      {placeholder}
    </div>
  )
}
