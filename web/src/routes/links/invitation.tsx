// The page of a link about a patient. The link's secret is in the fragment of the address.
import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect } from 'react'
import { prepareToasts } from '../../components/toaster.tsx'
import { PatientInvitation } from '../../features/account/patient-invitation.tsx'
import { Declaration } from '../../features/relatives/declaration.tsx'
import { DECLARATION_VERSION } from '../../features/relatives/versions.ts'
import { queryClient } from '../../lib/data/query-client.ts'
import { useLocation } from '../../lib/router/router.tsx'
import { watchSession } from '../../lib/session/session.ts'

export default function InvitationRoute() {
  const { hash } = useLocation()
  useEffect(() => {
    prepareToasts()
    watchSession().catch(() => {})
  }, [])
  return (
    <div className="page py-6 sm:py-12">
      <div className="mx-auto max-w-xl">
        <QueryClientProvider client={queryClient}>
          <PatientInvitation token={hash.slice(1)} declaration={{ Box: Declaration, version: DECLARATION_VERSION }} />
        </QueryClientProvider>
      </div>
    </div>
  )
}
