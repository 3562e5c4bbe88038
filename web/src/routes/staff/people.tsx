import { Guard } from '../../components/guard.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { SignedIn } from '../../components/signed-in.tsx'
import { Tabs } from '../../components/ui/tabs.tsx'
import { Invitations } from '../../features/people/invitations.tsx'
import { InviteButton } from '../../features/people/invite-button.tsx'
import { PeopleList } from '../../features/people/people-list.tsx'
import { StaffSecondFactor } from '../../features/second-factor/staff-second-factor.tsx'
import { useFilterParams } from '../../lib/filter-params.ts'
import { useI18n } from '../../lib/i18n.tsx'
import { directionOf } from '../../lib/languages.ts'
import type { SignedIn as Person } from '../../lib/session/session-state.ts'

export default function People() {
  return (
    <Guard requiredRoles={['admin']}>
      <SignedIn>
        {(person) => (
          <StaffSecondFactor person={person}>
            <PeoplePage person={person} />
          </StaffSecondFactor>
        )}
      </SignedIn>
    </Guard>
  )
}

function PeoplePage({ person }: { person: Person }) {
  const { t, language } = useI18n()
  const { params, change } = useFilterParams()
  return (
    <div className="page grid grid-cols-1 gap-4 py-3 sm:gap-5 sm:py-5">
      <PageHead title={t('people.title')} lead={t('people.lead')} back={t('people.toDashboard')}>
        <InviteButton />
      </PageHead>
      <Tabs
        label={t('people.sections')}
        direction={directionOf(language)}
        value={params.get('tab') === 'invitations' ? 'invitations' : 'accounts'}
        onValueChange={(tab) => change({ tab: tab === 'accounts' ? undefined : tab })}
        tabs={[
          { id: 'accounts', title: t('people.list'), content: <PeopleList person={person} />, isKept: true },
          { id: 'invitations', title: t('people.invitations'), content: <Invitations /> },
        ]}
      />
    </div>
  )
}
