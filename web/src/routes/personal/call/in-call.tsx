// The call with its panels. Features meet only in a route, so the list of tabs is here.
import { useQueryClient } from '@tanstack/react-query'
import { IdCard, MessagesSquare, NotebookPen, Paperclip, UserRound } from 'lucide-react'
import { lazy, Suspense, useEffect } from 'react'
import { lazyPart } from '../../../components/lazy-part.tsx'
import { toast } from '../../../components/toaster.tsx'
import { keys } from '../../../features/appointments/shared/keys.ts'
import type { Join } from '../../../features/call/active-call.ts'
import { CALL_NEWS, namesOf, portraitOf } from '../../../features/call/call-texts.ts'
import type { Devices } from '../../../features/call/devices/devices.ts'
import { PanelButtons, SidePanel, type SideTab } from '../../../features/call/panel/side-panel.tsx'
import { TimeLeft } from '../../../features/call/panel/time-left.tsx'
import { usePanel } from '../../../features/call/panel/use-panel.ts'
import { usePreload } from '../../../features/call/panel/use-preload.ts'
import type { CallDetails } from '../../../features/call/queries.ts'
import { CallView } from '../../../features/call/room/call-view.tsx'
import { WAITING_CHANGED, waitingKey } from '../../../features/call/waiting/waiting-keys.ts'
import { useUnreadMessages } from '../../../features/chat/use-unread-messages.ts'
import { FILE_REMOVED } from '../../../features/files/queries.ts'
import { useRefreshFiles } from '../../../features/files/refresh.ts'
import { takesFiles } from '../../../features/files/rules.ts'
import { UnfinishedUploads } from '../../../features/files/unfinished-uploads.tsx'
import { useFileNews } from '../../../features/files/use-file-news.ts'
import { useUploads } from '../../../features/files/use-uploads.ts'
import { useI18n } from '../../../lib/i18n.tsx'
import { formatNumber } from '../../../lib/numbers.ts'
import type { Reader } from '../../../lib/time/clocks.ts'
import { useIsWide } from '../../../lib/use-is-wide.ts'

const loadChatTab = () => import('../../../features/chat/chat-tab.tsx')
const loadFilesTab = () => import('../../../features/files/files-tab.tsx')
const loadDoctorTab = () => import('../../../features/appointments/staff/desk/doctor-tab.tsx')
const loadCardTab = () => import('../../../features/appointments/staff/desk/card-tab.tsx')
const loadDoctorCard = () => import('../../../features/call/panel/doctor-card.tsx')
// The call continues without it, because it only reports that somebody is there.
const CallPresence = lazy(() => import('../../../features/call/waiting/call-presence.tsx').catch(() => ({ default: () => null })))
const IsWaiting = lazy(() => import('../../../features/call/waiting/is-waiting.tsx').catch(() => ({ default: () => null })))
const ChatTab = lazyPart(loadChatTab)
const FilesTab = lazyPart(loadFilesTab)
const DoctorTab = lazyPart(loadDoctorTab)
const MoveMissed = lazyPart(() => import('../../../features/appointments/shared/reschedule/move-missed.tsx'))
const CardTab = lazyPart(loadCardTab)
const DoctorCard = lazyPart(loadDoctorCard)

const loadForDoctor = () => Promise.all([loadFilesTab(), loadChatTab(), loadDoctorTab(), loadCardTab()])
const loadForPatient = () => Promise.all([loadFilesTab(), loadChatTab(), loadDoctorCard()])

interface InCallProps {
  details: CallDetails
  userId: string
  reader: Reader
  /** The name of the patient, if the reader is not the patient. */
  person: string | undefined
  join: Join
  devices: Devices | undefined
  onEnd: (isForBoth: boolean) => void
  onCallIn: (appointmentId: string) => void
  onMoved: () => void
  onBack: () => void
}

const EVENTS = [FILE_REMOVED, WAITING_CHANGED]

export function InCall({ details, userId, reader, person, onMoved, ...view }: InCallProps) {
  const { t, language } = useI18n()
  const client = useQueryClient()
  const { id, status, part } = details
  const otherName = namesOf(details, t).other.full
  const isDoctor = details.part === 'doctor'
  const portrait = portraitOf(isDoctor ? details.patient : details.doctor)
  // After a cancellation the doctor can no longer read the patient's data.
  const mayRead = !isDoctor || takesFiles(status)
  const panel = usePanel(mayRead)
  const isCovering = !useIsWide()
  // It would cover the opened panel.
  useEffect(() => {
    if (panel.openings && isCovering) toast.dismiss(CALL_NEWS)
  }, [panel.openings, isCovering])
  usePreload(isDoctor ? loadForDoctor : loadForPatient)
  const uploads = useUploads(id, userId)
  const refresh = useRefreshFiles(id)
  const hasNewFiles = useFileNews({
    appointmentId: id,
    userId,
    isOpen: panel.tab === 'files',
    onView: () => panel.open('files'),
    onConnected: uploads.resume,
  })
  // True even if the patient has claimed the record since, because a guardian may have written messages.
  const hasGuardians = details.patient?.has_account === false || (details.booked_by !== null && details.booked_by !== details.user_id)
  const files: SideTab = {
    id: 'files',
    title: t('files.title'),
    closeLabel: t('files.close'),
    icon: Paperclip,
    isInBar: true,
    badge: hasNewFiles ? t('call.new') : undefined,
    content: <FilesTab {...{ userId, status, uploads, hasGuardians }} appointmentId={id} />,
  }
  const unread = useUnreadMessages({
    appointmentId: id,
    userId,
    isShown: panel.tab === 'chat',
    onView: () => panel.open('chat'),
  })
  const chat: SideTab = {
    id: 'chat',
    title: t('chat.title'),
    closeLabel: t('chat.close'),
    icon: MessagesSquare,
    isInBar: true,
    badge: unread ? formatNumber(unread, language) : undefined,
    content: <ChatTab appointmentId={id} part={part} isOpen={status === 'confirmed'} hasGuardians={hasGuardians} />,
  }
  const tabs = [...(isDoctor ? doctorTabs(details, t) : patientTabs(details, t)), chat, files]
  return (
    <>
      <UnfinishedUploads uploads={uploads} />
      <CallView
        details={details}
        userId={userId}
        zone={reader.zone}
        events={EVENTS}
        onEvent={(event) => void (event === WAITING_CHANGED ? client.invalidateQueries({ queryKey: waitingKey(id) }) : refresh())}
        renderPresence={(isAlone, callIn) => (
          <Suspense>
            <CallPresence
              appointmentId={id}
              doctorId={details.doctor_id}
              part={part}
              zone={reader.zone}
              isAlone={isAlone}
              onRefused={() => void client.invalidateQueries({ queryKey: keys.call(id) })}
              onCallIn={callIn}
              otherTime={
                <Suspense>
                  <MoveMissed appointment={details} reader={reader} person={person} onMoved={onMoved} />
                </Suspense>
              }
            />
          </Suspense>
        )}
        aside={
          mayRead && (
            <>
              {isDoctor && status === 'confirmed' && <TimeLeft appointment={details} />}
              <PanelButtons tabs={tabs} panel={panel} />
            </>
          )
        }
        renderSide={(news) =>
          mayRead && panel.wasOpened && <SidePanel tabs={tabs} panel={panel} name={otherName} portrait={portrait} news={news} />
        }
        isSideOpen={panel.tab !== undefined}
        {...view}
      />
    </>
  )
}

type Translate = ReturnType<typeof useI18n>['t']

const doctorTabs = (details: CallDetails, t: Translate): SideTab[] => [
  {
    id: 'note',
    title: t('call.tabNote'),
    closeLabel: t('call.closePanel'),
    icon: NotebookPen,
    isInBar: true,
    isKept: true,
    content: (
      <DoctorTab
        visit={details}
        renderWaiting={(next) => (
          <Suspense>
            <IsWaiting {...next} />
          </Suspense>
        )}
      />
    ),
  },
  {
    id: 'card',
    title: t('call.tabCard'),
    closeLabel: t('call.closePanel'),
    icon: IdCard,
    // Mounting the card again would be logged as another opening.
    isKept: true,
    content: <CardTab appointment={{ ...details, erased_at: null }} />,
  },
]

const patientTabs = (details: CallDetails, t: Translate): SideTab[] => [
  {
    id: 'doctor',
    title: t('call.tabDoctor'),
    closeLabel: t('call.closePanel'),
    icon: UserRound,
    isInBar: true,
    content: <DoctorCard appointment={details} />,
  },
]
