// The patient's own appointments, with links to the call, the files and the messages of each.

import { type ReactNode, Suspense } from 'react'
import { lazyPart } from '../../../components/lazy-part.tsx'
import { MENU_ITEM } from '../../../components/ui/menu.tsx'
import type { PersonBookedFor } from '../../../domain/people.ts'
import { MyAppointments } from '../../../features/appointments/patient/mine/my-appointments.tsx'
import { isUpcoming } from '../../../features/appointments/patient/mine/upcoming.ts'
import type { MyAppointment } from '../../../features/appointments/patient/own-queries.ts'
import { availabilityOf } from '../../../features/call/availability.ts'
import { CallPanel } from '../../../features/call/call-panel.tsx'
import { useI18n } from '../../../lib/i18n.tsx'
import { useTexts } from '../../../lib/load/use-texts.ts'
import { Link } from '../../../lib/router/link.tsx'
import { useNow } from '../../../lib/time/use-now.ts'
import { TEXTS_OF_ACTIONS } from './action-texts.ts'
import { ownActionsOf } from './actions.tsx'

/** Only for appointments with a type. */
const Questions = lazyPart(() => import('./questions.tsx'))

interface MineTabProps {
  userId: string
  people: PersonBookedFor[]
  ownZone: string
  /** The question about the time zone. */
  zoneOffer: ReactNode
  onBook: () => void
}

export default function MineTab({ userId, people, ownZone, zoneOffer, onBook }: MineTabProps) {
  useTexts(...TEXTS_OF_ACTIONS)
  const { t } = useI18n()
  const now = useNow()
  const isRoomOpen = (each: MyAppointment) => availabilityOf(each, now).state === 'open'
  const partsOf = (each: MyAppointment) => ({
    panel: (each.status === 'confirmed' || isUpcoming(each, now)) && <CallPanel appointment={each} zone={ownZone} isInList />,
    isRoomOpen: isRoomOpen(each),
    actions: ownActionsOf(each, userId, now),
    questions: each.type_id && (
      <Suspense>
        <Questions appointment={each} />
      </Suspense>
    ),
    // An open room has a button instead. A call that the doctor has ended takes no code.
    menu: each.status === 'confirmed' && !each.call_ended_at && !isRoomOpen(each) && (
      <Link to={`/call/${each.id}?code`} className={MENU_ITEM}>
        {t('call.withCode')}
      </Link>
    ),
  })
  return <MyAppointments {...{ userId, people, ownZone, partsOf, isRoomOpen, zoneOffer, onBook }} />
}
