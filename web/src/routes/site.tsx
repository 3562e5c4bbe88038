import { Guard } from '../components/guard.tsx'
import { PageHead } from '../components/page-head.tsx'
import { SignedIn } from '../components/signed-in.tsx'
import { ButtonLink } from '../components/ui/button.tsx'
import { companySettings } from '../domain/company-settings.ts'
import { staffState } from '../features/second-factor/queries.ts'
import { StaffSecondFactor } from '../features/second-factor/staff-second-factor.tsx'
import CompanyPart from '../features/site/company-form.tsx'
import { queryClient } from '../lib/data/query-client.ts'
import { useI18n } from '../lib/i18n.tsx'
import type { SignedIn as Person } from '../lib/session/session-state.ts'

export const preload = (person: Person) =>
  Promise.all([
    queryClient.prefetchQuery(staffState(person.id)),
    queryClient.prefetchQuery(companySettings),
    queryClient.prefetchQuery(publicFees),
  ])

export default function Site() {
  return (
    <Guard requiredRoles={['admin']}>
      <SignedIn>
        {(person) => (
          <StaffSecondFactor person={person}>
            <SitePage />
          </StaffSecondFactor>
        )}
      </SignedIn>
    </Guard>
  )
}

function SitePage() {
  const { t } = useI18n()
  return (
    <div className="page grid grid-cols-1 gap-4 py-3 sm:gap-5 sm:py-5">
      <PageHead title={t('site.title')} lead={t('site.lead')} back={t('site.toDashboard')}>
        <ButtonLink to="/admin/legal" look="quiet">
          {t('site.toLegal')}
        </ButtonLink>
      </PageHead>
      <CompanyPart />
      <PublicFees />
    </div>
  )
}
