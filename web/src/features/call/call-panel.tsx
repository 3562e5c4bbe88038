// The link into a call, on the card of an appointment.
import { Video } from 'lucide-react'
import { useState } from 'react'
import { toast } from '../../components/toaster.tsx'
import { Button, ButtonLink } from '../../components/ui/button.tsx'
import { classes } from '../../lib/classes.ts'
import { useI18n } from '../../lib/i18n.tsx'
import { Link } from '../../lib/router/link.tsx'
import { useNavigate } from '../../lib/router/router.tsx'
import { useNow } from '../../lib/time/use-now.ts'
import { isoDay } from '../../lib/time/zones.ts'
import { readActiveCall } from './active-call.ts'
import { availabilityOf, type CallTimes } from './availability.ts'
import { availabilityText, roomErrorText } from './call-texts.ts'
import { askToEnter } from './entering.ts'

/** Only the main entry looks like a button. The rarely used one looks like a link, as the test does. */
const LINK_LOOK = 'text-sm font-normal underline'

interface CallPanelProps {
  appointment: CallTimes & { id: string }
  /** The reader's time zone. */
  zone: string
  /** Whether this is in a patient's list, where a closed room only shows when it opens. The menu beside it offers the code. */
  isInList?: boolean
}

export function CallPanel({ appointment, zone, isInList = false }: CallPanelProps) {
  const i18n = useI18n()
  const { t } = i18n
  const navigate = useNavigate()
  const { id, status } = appointment
  const [active] = useState(() => readActiveCall(id))
  const now = useNow()
  const availability = availabilityOf(appointment, now, Boolean(active))
  const text = availabilityText(availability, i18n, { zone, now, ...(isInList && { namedDay: isoDay(appointment.starts_at, zone) }) })
  const isOpen = availability.state === 'open'
  const start = async () => {
    try {
      if (!isOpen) await askToEnter(id)
    } catch (error) {
      return toast.info(roomErrorText(error, i18n, zone))
    }
    return navigate(`/call/${id}`, { state: { join: active ?? {} } })
  }
  const code =
    status === 'confirmed' ? (
      <ButtonLink to={`/call/${id}?code`} look="text" className={classes(LINK_LOOK, isInList && 'self-center text-muted!')}>
        {t('call.withCode')}
      </ButtonLink>
    ) : (
      <Button look="text" disabled className={LINK_LOOK}>
        {t('call.withCode')}
      </Button>
    )
  // Whoever enters an open room tries the devices there.
  const test = (availability.state === 'early' || availability.state === 'unconfirmed') && (
    <Link
      to="/video-test"
      className={classes(
        'inline-flex min-h-11 items-center text-sm underline underline-offset-4 sm:min-h-8',
        isInList ? 'ms-8 text-muted hover:text-action' : 'text-action hover:text-action-strong',
      )}
    >
      {t('call.tryFirst')}
    </Link>
  )
  const line = (
    <p className="flex items-start gap-3 text-sm">
      <Video aria-hidden="true" strokeWidth={1.5} className="mt-0.5 size-5 shrink-0 text-brass" />
      <span className={isOpen ? 'font-medium' : undefined}>{text}</span>
    </p>
  )
  if (isInList)
    return (
      <div className="grid gap-3 max-sm:gap-y-2">
        {line}
        {isOpen && (
          <div className="flex flex-col gap-y-1">
            <Button onClick={() => void start()}>{t('call.start')}</Button>
            {code}
          </div>
        )}
        {test}
      </div>
    )
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 rounded-box bg-tint/60 px-4 py-2.5">
      <div className="min-w-0 flex-1 basis-64 py-1">
        {line}
        {test && <div className="ps-8">{test}</div>}
      </div>
      {availability.state !== 'ended' && (
        <div className="flex items-center gap-x-5 max-sm:w-full max-sm:flex-col">
          <Button
            look="secondary"
            className="min-h-11! px-4! py-1.5! text-sm max-sm:w-full"
            disabled={status !== 'confirmed'}
            onClick={() => void start()}
          >
            {t('call.start')}
          </Button>
          {code}
        </div>
      )}
    </div>
  )
}
