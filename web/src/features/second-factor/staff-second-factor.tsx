// Doctors and admins need a second factor. Shows a banner before the deadline, and only the setup after it.
import { type ReactNode, Suspense, useState } from 'react'
import { Checking } from '../../components/guard.tsx'
import { lazyPart } from '../../components/lazy-part.tsx'
import type { SignedIn } from '../../lib/session/session-state.ts'
import { useStaffState } from './queries.ts'

const StaffNotice = lazyPart(() => import('./staff-notice.tsx'))

export function StaffSecondFactor({ person, children }: { person: SignedIn; children: ReactNode }) {
  const { data: state, isPending, fetchStatus, failureCount, refetch } = useStaffState(person.id)
  const isMissing = state?.required && !state.enrolled
  // Stays true until the person has seen the recovery codes, although the factor exists before that.
  const [isSettingUp, setIsSettingUp] = useState(false)
  if (isMissing && state.blocked && !isSettingUp) setIsSettingUp(true)
  // Waits for the first response, because a late notice would shift the page under the pointer. Does not wait if the request fails or
  // cannot be sent.
  const checking = <Checking onRetry={async () => void (await refetch())} />
  if (isPending && fetchStatus === 'fetching' && failureCount === 0) return checking
  // The page keeps its element when the notice appears or disappears, so that typed input is kept.
  return (
    <Suspense fallback={checking}>
      {(isMissing || isSettingUp) && (
        <StaffNotice deadline={state?.deadline} isBlocked={isSettingUp} onDone={() => setIsSettingUp(false)} />
      )}
      {!isSettingUp && children}
    </Suspense>
  )
}
