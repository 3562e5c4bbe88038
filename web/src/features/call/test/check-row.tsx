import { Camera, CheckCircle2, CircleDashed, type LucideIcon, Mic, Video, Wifi, XCircle } from 'lucide-react'
import { Badge, type BadgeTone } from '../../../components/ui/badge.tsx'
import { Spinner } from '../../../components/ui/button.tsx'
import { type TextKey, useI18n } from '../../../lib/i18n.tsx'
import { type Fault, textsOfFault } from './check-faults.ts'
import type { CheckName } from './check-names.ts'
import type { CheckState, Finding } from './checks.ts'

const ICONS: Record<CheckName, LucideIcon> = { camera: Camera, microphone: Mic, webrtc: Video, connection: Wifi }

const STATUSES: Record<CheckState['status'], { tone: BadgeTone; text: TextKey; icon: LucideIcon | undefined }> = {
  pending: { tone: 'neutral', text: 'videoTest.pending', icon: CircleDashed },
  running: { tone: 'active', text: 'videoTest.testing', icon: undefined },
  success: { tone: 'good', text: 'videoTest.success', icon: CheckCircle2 },
  error: { tone: 'danger', text: 'videoTest.error', icon: XCircle },
}

export const checkStatusText = ({ status }: CheckState) => STATUSES[status].text

interface CheckRowProps {
  check: CheckName
  state: CheckState
  /** Whether the test is running. Before that, no check is shown as waiting. */
  isUnderWay: boolean
}

export function CheckRow({ check, state, isUnderWay }: CheckRowProps) {
  const { t } = useI18n()
  const Icon = ICONS[check]
  const { tone, text, icon: StatusIcon } = STATUSES[state.status]
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 py-4 sm:grid-cols-[auto_minmax(0,1fr)_auto] first:pt-0 last:pb-0">
      <Icon aria-hidden="true" strokeWidth={1.5} className="mt-0.5 size-6 text-brass" />
      <h3 className="self-center font-medium">{t(`videoTest.${check}`)}</h3>
      {isUnderWay && (
        <div className="self-start max-sm:col-start-2">
          <Badge tone={tone}>
            <span aria-hidden="true" className="me-1.5">
              {StatusIcon ? <StatusIcon className="size-4" /> : <Spinner />}
            </span>
            {t(text)}
          </Badge>
        </div>
      )}
      <div className="col-start-2 text-sm sm:col-end-4">
        <Words check={check} state={state} />
      </div>
    </li>
  )
}

function Words({ check, state }: { check: CheckName; state: CheckState }) {
  const { t } = useI18n()
  if (state.status === 'error') return <FaultWords check={check} fault={state.fault} />
  if (state.status === 'success') return <FindingWords finding={state.finding} />
  const asks = state.status === 'running' && (check === 'camera' || check === 'microphone')
  return <p className="text-muted">{t(asks ? `videoTest.${check}Ask` : `videoTest.${check}Text`)}</p>
}

/** The verdict says what was not tested. */
function FindingWords({ finding: { key, values, note } }: { finding: Finding }) {
  const { t } = useI18n()
  return (
    <div className="grid gap-1 text-muted">
      <p>{t(key, values)}</p>
      {note?.isTested && <p>{t(note.key)}</p>}
    </div>
  )
}

function FaultWords({ check, fault }: { check: CheckName; fault: Fault }) {
  const { t } = useI18n()
  const { what, reason, mend } = textsOfFault(check, fault)
  return (
    <>
      <p className="font-medium text-danger">{t(what, reason && { reason: t(reason) })}</p>
      <p className="mt-1 text-muted">{t(mend)}</p>
    </>
  )
}
