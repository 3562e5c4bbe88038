import { Suspense, useState } from 'react'
import { Guard } from '../../components/guard.tsx'
import { lazyPart } from '../../components/lazy-part.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { SignedIn } from '../../components/signed-in.tsx'
import { FormSkeleton } from '../../components/ui/form-skeleton.tsx'
import { Tabs } from '../../components/ui/tabs.tsx'
import { AssignUser } from '../../features/doctors/manage/assign-user.tsx'
import { DoctorsTab } from '../../features/doctors/manage/doctors-tab.tsx'
import { DoctorLeaves } from '../../features/doctors/schedule/doctor-leaves.tsx'
import { DoctorWeeks } from '../../features/doctors/schedule/doctor-weeks.tsx'
import { StaffSecondFactor } from '../../features/second-factor/staff-second-factor.tsx'
import { useI18n } from '../../lib/i18n.tsx'
import { directionOf } from '../../lib/languages.ts'
import { useSearchParams } from '../../lib/router/router.tsx'
import { reloadRoles } from '../../lib/session/session.ts'
import type { SignedIn as Person } from '../../lib/session/session-state.ts'

const DoctorEditor = lazyPart(() => import('../../features/doctors/manage/doctor-editor.tsx'))

const TABS = ['doctors', 'assign', 'availability', 'leaves'] as const
type TabId = (typeof TABS)[number]

export default function DoctorManagement() {
  return (
    <Guard requiredRoles={['admin']}>
      <SignedIn>
        {(person) => (
          <StaffSecondFactor person={person}>
            <Management person={person} />
          </StaffSecondFactor>
        )}
      </SignedIn>
    </Guard>
  )
}

function Management({ person }: { person: Person }) {
  const { t, language } = useI18n()
  const [tab, setTab] = useTab()
  const [query, setQuery] = useSearchParams()
  const [actions, setActions] = useState<HTMLElement | null>(null)
  const edited = query.get('doctor')
  return (
    <div className="page grid grid-cols-1 gap-4 py-3 sm:gap-5 sm:py-5">
      <PageHead
        title={t('management.title')}
        back={t(edited ? 'record.backToList' : 'management.back')}
        backTo={edited ? '/doctor-management?tab=doctors' : '/admin'}
        actionsRef={setActions}
      />
      {edited ? (
        <Suspense fallback={<FormSkeleton fields={2} pairs={3} />}>
          <DoctorEditor key={edited} id={edited} onLeave={() => setQuery({ tab: 'doctors' })} />
        </Suspense>
      ) : (
        <Tabs
          label={t('management.sections')}
          isDense
          direction={directionOf(language)}
          value={tab}
          onValueChange={setTab}
          tabs={[
            {
              id: 'doctors' satisfies TabId,
              title: t('management.tabDoctors'),
              content: <DoctorsTab actions={tab === 'doctors' ? actions : null} />,
              isKept: true,
            },
            {
              id: 'assign' satisfies TabId,
              title: t('management.tabAssign'),
              // Admins who make themselves doctors get the panel in their menu at once.
              content: (
                <AssignUser
                  recordId={query.get('record') ?? undefined}
                  onRecord={(id) => setQuery({ tab: 'assign', record: id }, { replace: true })}
                  onAssigned={(userId) => void (userId === person.id && reloadRoles())}
                />
              ),
              isKept: true,
            },
            { id: 'availability' satisfies TabId, title: t('management.tabAvailability'), content: <DoctorWeeks /> },
            { id: 'leaves' satisfies TabId, title: t('management.tabLeaves'), content: <DoctorLeaves />, isKept: true },
          ]}
        />
      )}
    </div>
  )
}

/** The tab is in the address, so that a reload or a link opens the same tab. */
function useTab() {
  const [query, setQuery] = useSearchParams()
  const tab = TABS.find((id) => id === query.get('tab')) ?? TABS[0]
  const setTab = (next: string) =>
    setQuery(
      (before) => {
        before.set('tab', next)
        before.delete('record')
        return before
      },
      { replace: true },
    )
  return [tab, setTab] as const
}
