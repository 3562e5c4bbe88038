import { Guard } from '../../components/guard.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { SignedIn } from '../../components/signed-in.tsx'
import { LegalAnnouncements } from '../../features/legal-announcements/announcements.tsx'
import { legalAnnouncements } from '../../features/legal-announcements/queries.ts'
import { staffState } from '../../features/second-factor/queries.ts'
import { StaffSecondFactor } from '../../features/second-factor/staff-second-factor.tsx'
import { queryClient } from '../../lib/data/query-client.ts'
import { useI18n } from '../../lib/i18n.tsx'
import type { SignedIn as Person } from '../../lib/session/session-state.ts'

export const preload = (person: Person) =>
  Promise.all([queryClient.prefetchQuery(staffState(person.id)), queryClient.prefetchQuery(legalAnnouncements)])

export default function LegalAnnouncementsRoute() {
  return (
    <Guard requiredRoles={['admin']}>
      <SignedIn>
        {(person) => (
          <StaffSecondFactor person={person}>
            <LegalAnnouncementsPage />
          </StaffSecondFactor>
        )}
      </SignedIn>
    </Guard>
  )
}

function LegalAnnouncementsPage() {
  const { t } = useI18n()
  return (
    <div className="page grid grid-cols-1 gap-4 py-3 sm:gap-5 sm:py-5">
      <PageHead title={t('announce.title')} lead={t('announce.lead')} back={t('announce.toDashboard')} />
      <LegalAnnouncements />
    </div>
  )
}
