// Doctors and admins need a second factor: a banner while there is time, and afterwards nothing but setting it up.
import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { SignedIn } from '../../lib/session.ts'
import { useStaffState } from './queries.ts'

const StaffNotice = lazy(() => import('./staff-notice.tsx'))

export function StaffSecondFactor({ person, children }: { person: SignedIn; children: ReactNode }) {
  const { data: state } = useStaffState(person.id)
  const isMissing = state?.required && !state.enrolled
  // Stays until the person has seen the recovery codes, although the factor is there before that.
  const [isSettingUp, setIsSettingUp] = useState(false)
  if (isMissing && state.blocked && !isSettingUp) setIsSettingUp(true)
  // The page below stays the same element when the notice comes or goes, so that nothing typed is lost.
  return (
    <>
      {(isMissing || isSettingUp) && (
        <Suspense>
          <StaffNotice deadline={state?.deadline} isBlocked={isSettingUp} onDone={() => setIsSettingUp(false)} />
        </Suspense>
      )}
      {!isSettingUp && children}
    </>
  )
}
