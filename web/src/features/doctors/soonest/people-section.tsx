import type { ReactNode } from 'react'
import { lazyPart } from '../../../components/lazy-part.tsx'
import { NearView } from '../../../components/near-view.tsx'
import { PeoplePending } from './people-pending.tsx'

const DoctorPeople = lazyPart(() => import('./doctor-people.tsx'))

/** Hidden if there are no doctors, and without scripts, which load them. The section refers to its heading as `people-title`. */
export const PeopleSection = ({ heading }: { heading: ReactNode }) => (
  <section aria-labelledby="people-title" className="border-b border-line bg-surface has-[[data-nobody]]:hidden noscript:hidden">
    <div className="page grid gap-8 py-12 sm:gap-10 sm:py-16 lg:pt-24 lg:pb-20">
      {heading}
      <NearView placeholder={<PeoplePending />}>
        <DoctorPeople />
      </NearView>
    </div>
  </section>
)
