import type { ReactNode } from 'react'
import { lazyPart } from '../../../components/lazy-part.tsx'
import { NearView } from '../../../components/near-view.tsx'
import { FacesPending } from './faces-pending.tsx'

const DoctorFaces = lazyPart(() => import('./doctor-faces.tsx'))

interface DoctorsSectionProps {
  /** The heading of the section, which it refers to as `doctors-title`. */
  heading: ReactNode
  /** The number of doctors in the doorway at the top of the page. */
  shownBefore?: number
  children?: ReactNode
}

/** Reserves the space until the doctors are loaded. */
export const DoctorsSection = ({ heading, shownBefore = 0, children }: DoctorsSectionProps) => (
  <section aria-labelledby="doctors-title" className="border-t border-line">
    <div className="page grid gap-8 py-12 sm:gap-12 sm:py-16 lg:py-24">
      {heading}
      <div className="grid min-h-140 sm:min-h-130 lg:min-h-70">
        <NearView placeholder={<FacesPending />}>
          <DoctorFaces shownBefore={shownBefore} />
        </NearView>
      </div>
      {children}
    </div>
  </section>
)
