import { useQueryClient } from '@tanstack/react-query'
import { UserRoundX } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { Guard } from '../../components/guard.tsx'
import { lazyPart } from '../../components/lazy-part.tsx'
import { LoadFailed } from '../../components/load-failed.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { SignedIn } from '../../components/signed-in.tsx'
import { EmptyState } from '../../components/ui/empty-state.tsx'
import { RowListSkeleton } from '../../components/ui/row-list-skeleton.tsx'
import { Skeleton, TabsSkeleton } from '../../components/ui/skeleton.tsx'
import { Tabs } from '../../components/ui/tabs.tsx'
import { refreshAppointments, useLiveAppointments } from '../../features/appointments/shared/live.ts'
import { AboutWaiting } from '../../features/appointments/staff/desk/about-waiting.tsx'
import { BookButton } from '../../features/appointments/staff/desk/book-button.tsx'
import { OwnAppointments, OwnAppointmentsSkeleton } from '../../features/appointments/staff/desk/own-appointments.tsx'
import { readFilters } from '../../features/appointments/staff/lists/list-filters.ts'
import { ownLists } from '../../features/appointments/staff/lists/own-lists.ts'
import { FOCUS_REQUESTED } from '../../features/appointments/staff/notes/requested-focus.ts'
import { appointmentCounts, appointmentPages } from '../../features/appointments/staff/use-staff-appointments.ts'
import { availabilityOf } from '../../features/call/availability.ts'
import { FirstDay } from '../../features/doctors/first-day.tsx'
import { type OwnDoctor, ownDoctor, useOwnDoctor } from '../../features/doctors/queries.ts'
import { staffState } from '../../features/second-factor/queries.ts'
import { StaffSecondFactor } from '../../features/second-factor/staff-second-factor.tsx'
import { queryClient } from '../../lib/data/query-client.ts'
import { loadArea, useI18n } from '../../lib/i18n.tsx'
import { directionOf } from '../../lib/languages.ts'
import { useIsShown, whenSettled, whenShown } from '../../lib/load/settled.ts'
import { useNavigate, useSearchParams } from '../../lib/router/router.tsx'
import { isAdmin, type SignedIn as Person } from '../../lib/session/session-state.ts'

// The tabs that are not shown first are loaded once the page is usable.
const loadSchedule = () => import('../../features/doctors/schedule/schedule-tab.tsx')
const loadNotes = () => import('../../features/appointments/staff/desk/notes-tab.tsx')
const TAB = { failed: 'doctorPanel.loadFailed', fallback: <RowListSkeleton /> } as const
const ScheduleTab = lazyPart(async () => ({ default: (await loadSchedule()).ScheduleTab }), TAB)
const NotesTab = lazyPart(async () => ({ default: (await loadNotes()).NotesTab }), TAB)

/** The texts of these tabs and of the details of a row. */
const LATER_TEXTS = ['panel', 'files', 'call'] as const

// Shown in the details of a row, which are folded at first.
const SharedPanel = lazyPart(() => import('./doctor-panel/shared-panel.tsx'), {
  failed: 'doctorPanel.loadFailed',
  fallback: <Skeleton className="h-24" />,
})

const WaitingList = lazy(() => import('../../features/call/waiting/waiting-list.tsx').catch(() => ({ default: () => null })))

const TABS = ['appointments', 'availability', 'notes'] as const
type Tab = (typeof TABS)[number]

export async function preload({ id }: Person, search: URLSearchParams) {
  const [doctor] = await Promise.all([queryClient.fetchQuery(ownDoctor(id)), queryClient.prefetchQuery(staffState(id))])
  if (!doctor || search.size > 0) return
  const { today, coming, past } = ownLists(doctor, readFilters(search), new Date())
  // Not awaited, because the response arrives during the first render.
  void queryClient.prefetchQuery(appointmentCounts(doctor.id, today))
  await Promise.all([coming, past].map((list) => queryClient.prefetchInfiniteQuery(appointmentPages(list))))
}

export default function DoctorPanel() {
  return (
    <Guard requiredRoles={['doctor']}>
      <SignedIn>
        {(person) => (
          <StaffSecondFactor person={person}>
            <PanelPage person={person} />
          </StaffSecondFactor>
        )}
      </SignedIn>
    </Guard>
  )
}

function PanelPage({ person }: { person: Person }) {
  const { t } = useI18n()
  const userId = person.id
  const { data: doctor, error, refetch } = useOwnDoctor(userId)
  const { tab } = usePlace()
  const [waitingIds, setWaitingIds] = useState<string[]>([])
  return (
    <div className="page grid grid-cols-1 gap-1 py-2 sm:py-5">
      <PageHead title={t('nav.doctorPanel')}>{doctor && tab === 'appointments' && <BookButton doctor={doctor} look="tinted" />}</PageHead>
      {doctor && <Waiting doctor={doctor} onChange={setWaitingIds} />}
      {doctor && <FirstDay doctor={doctor} isAdmin={isAdmin(person)} />}
      {doctor ? (
        <Panel doctor={doctor} userId={userId} waitingIds={waitingIds} />
      ) : doctor === null ? (
        <EmptyState icon={UserRoundX} title={t('doctorPanel.noRecordTitle')} text={t('doctorPanel.noRecord')} />
      ) : error ? (
        <LoadFailed title={t('doctorPanel.loadFailed')} error={error} onRetry={() => void refetch()} />
      ) : (
        <TabsSkeleton>
          <OwnAppointmentsSkeleton />
        </TabsSkeleton>
      )}
    </div>
  )
}

function Waiting({ doctor, onChange }: { doctor: OwnDoctor; onChange: (appointmentIds: string[]) => void }) {
  const navigate = useNavigate()
  const isShown = useIsShown()
  if (!isShown) return null
  return (
    <Suspense>
      <WaitingList
        doctorId={doctor.id}
        onChange={onChange}
        onEnter={(id) => navigate(`/call/${id}`, { state: { join: {} } })}
        renderAbout={(id) => <AboutWaiting doctor={doctor} appointmentId={id} />}
      />
    </Suspense>
  )
}

interface PanelProps {
  doctor: OwnDoctor
  userId: string
  /** The appointments whose patients are waiting in the room, which stays open for them. */
  waitingIds: string[]
}

function Panel({ doctor, userId, waitingIds }: PanelProps) {
  const { t, language } = useI18n()
  const client = useQueryClient()
  const live = useLiveAppointments(userId, { doctor_id: doctor.id })
  const { tab, appointmentId, openTab, openNote } = usePlace()
  // Once opened, a tab stays mounted, so that unsaved text is kept.
  const [opened, setOpened] = useState<Tab[]>([tab])
  if (!opened.includes(tab)) setOpened([...opened, tab])
  const isKept = (id: Tab) => opened.includes(id)
  useEffect(() => whenShown(SharedPanel.preload), [])
  useEffect(() => {
    const loadLater = () => [loadSchedule(), loadNotes(), ...LATER_TEXTS.map((area) => loadArea(language, area))]
    return whenSettled(() => void Promise.all(loadLater()).catch(() => {}))
  }, [language])
  return (
    <Tabs
      label={t('doctorPanel.sections')}
      direction={directionOf(language)}
      value={tab}
      onValueChange={(id) => {
        openTab(id)
        // The counters include leaves, which may have been added in another tab.
        void refreshAppointments(client)
      }}
      tabs={[
        {
          id: 'appointments',
          title: t('appointments.mine'),
          content: (
            <OwnAppointments
              doctor={doctor}
              live={live}
              onNote={({ id }) => openNote(id)}
              waitingIds={waitingIds}
              isRoomOpen={(appointment, now) => waitingIds.includes(appointment.id) || availabilityOf(appointment, now).state === 'open'}
              renderPanel={(appointment) => (
                <SharedPanel appointment={appointment} userId={userId} isPatientWaiting={waitingIds.includes(appointment.id)} />
              )}
            />
          ),
          isKept: isKept('appointments'),
        },
        {
          id: 'availability',
          title: t('doctorPanel.tabAvailability'),
          content: <ScheduleTab doctor={doctor} />,
          isKept: isKept('availability'),
        },
        {
          id: 'notes',
          title: t('doctorPanel.tabNotes'),
          content: <NotesTab doctor={doctor} appointmentId={appointmentId} onSelect={openNote} />,
          isKept: isKept('notes'),
        },
      ]}
    />
  )
}

/** The tab and the appointment with the open note are in the address, so that a reload and going back restore them. */
function usePlace() {
  const [params, setParams] = useSearchParams()
  const go = (change: { tab: string; visit?: string | undefined }, state?: string) => {
    const next = new URLSearchParams(params)
    for (const [name, value] of Object.entries(change)) {
      if (value && value !== TABS[0]) next.set(name, value)
      else next.delete(name)
    }
    setParams(next, { state })
  }
  return {
    tab: TABS.find((each) => each === params.get('tab')) ?? TABS[0],
    appointmentId: params.get('visit') ?? undefined,
    openTab: (id: string) => go({ tab: id }),
    openNote: (id: string | undefined) => go({ tab: 'notes', visit: id }, FOCUS_REQUESTED),
  }
}
