import { Guard } from '../../components/guard.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { SignedIn } from '../../components/signed-in.tsx'
import { Tabs } from '../../components/ui/tabs.tsx'
import { Overview } from '../../features/overview/overview.tsx'
import { overviewOf, type Unit } from '../../features/overview/queries.ts'
import { staffState } from '../../features/second-factor/queries.ts'
import { StaffSecondFactor } from '../../features/second-factor/staff-second-factor.tsx'
import { queryClient } from '../../lib/data/query-client.ts'
import { useFilterParams } from '../../lib/filter-params.ts'
import { useI18n } from '../../lib/i18n.tsx'
import { directionOf } from '../../lib/languages.ts'
import type { SignedIn as Person } from '../../lib/session/session-state.ts'

const unitIn = (params: URLSearchParams): Unit => (params.get('unit') === 'month' ? 'month' : 'week')

export function preload(person: Person, search: URLSearchParams) {
  return Promise.all([queryClient.prefetchQuery(staffState(person.id)), queryClient.prefetchQuery(overviewOf(unitIn(search)))])
}

export default function OverviewRoute() {
  return (
    <Guard requiredRoles={['admin']}>
      <SignedIn>
        {(person) => (
          <StaffSecondFactor person={person}>
            <OverviewPage />
          </StaffSecondFactor>
        )}
      </SignedIn>
    </Guard>
  )
}

function OverviewPage() {
  const { t, language } = useI18n()
  const { params, change } = useFilterParams()
  return (
    <div className="page grid grid-cols-1 gap-4 py-3 sm:gap-5 sm:py-5">
      <PageHead title={t('overview.title')} lead={t('overview.lead')} back={t('overview.toDashboard')} />
      <Tabs
        label={t('overview.unit')}
        direction={directionOf(language)}
        value={unitIn(params)}
        onValueChange={(unit) => change({ unit: unit === 'month' ? unit : undefined })}
        tabs={[
          { id: 'week', title: t('overview.weeks'), content: <Overview unit="week" /> },
          { id: 'month', title: t('overview.months'), content: <Overview unit="month" /> },
        ]}
      />
    </div>
  )
}
