// Doctors and admins need a second factor: a banner while there is time, and afterwards nothing but setting it up.
import { type ReactNode, Suspense, useState } from 'react'
import { Checking } from '../../components/guard.tsx'
import { lazyPart } from '../../components/lazy-part.tsx'
import type { SignedIn } from '../../lib/session/session-state.ts'
import { useStaffState } from './queries.ts'

const StaffNotice = lazyPart(() => import('./staff-notice.tsx'))

export function StaffSecondFactor({ person, children }: { person: SignedIn; children: ReactNode }) {
  const { data: state, isPending, fetchStatus, failureCount, refetch } = useStaffState(person.id)
  const isMissing = state?.required && !state.enrolled
  // Stays until the person has seen the recovery codes, although the factor is there before that.
  const [isSettingUp, setIsSettingUp] = useState(false)
  if (isMissing && state.blocked && !isSettingUp) setIsSettingUp(true)
  // A notice that came later would move the page under a pointer. An answer that fails or cannot come is not waited for.
  const checking = <Checking onRetry={async () => void (await refetch())} />
  if (isPending && fetchStatus === 'fetching' && failureCount === 0) return checking
  // The page stays the same element when the notice comes or goes, so that nothing typed is lost.
  return (
    <Suspense fallback={checking}>
      {(isMissing || isSettingUp) && (
        <StaffNotice deadline={state?.deadline} isBlocked={isSettingUp} onDone={() => setIsSettingUp(false)} />
      )}
      {!isSettingUp && children}
    </Suspense>
  )
}
