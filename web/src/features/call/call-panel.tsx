// The way into a call, on the card of an appointment.
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

const LINK_ON_PHONES =
  'max-sm:min-h-11! max-sm:justify-start! max-sm:border-0! max-sm:bg-transparent! max-sm:px-0! max-sm:text-sm max-sm:font-normal! max-sm:text-action! max-sm:underline max-sm:underline-offset-4'

interface CallPanelProps {
  appointment: CallTimes & { id: string }
  /** Where the reader's clock is. */
  zone: string
  /** In a patient's list, where a closed room says only when it opens. The code can be typed from the menu beside it. */
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
  return (
    <div className={classes('grid gap-3 max-sm:gap-y-2', !isInList && 'border-t border-line pt-3')}>
      <p className="flex items-start gap-3 text-sm">
        <Video aria-hidden="true" strokeWidth={1.5} className="mt-0.5 size-5 shrink-0 text-brass" />
        <span>{text}</span>
      </p>
      {/* On a phone one button is enough; the rarer way in is a link like the test below it. */}
      {(isOpen || !isInList) && availability.state !== 'ended' && (
        <div className="flex flex-wrap gap-2 max-sm:flex-col max-sm:gap-0">
          <Button look={isOpen ? 'primary' : 'secondary'} disabled={status !== 'confirmed'} onClick={() => void start()}>
            {t('call.start')}
          </Button>
          {status === 'confirmed' ? (
            <ButtonLink to={`/call/${id}?code`} look="secondary" className={LINK_ON_PHONES}>
              {t('call.withCode')}
            </ButtonLink>
          ) : (
            <Button look="secondary" disabled className={LINK_ON_PHONES}>
              {t('call.withCode')}
            </Button>
          )}
        </div>
      )}
      {availability.state !== 'over' && availability.state !== 'ended' && (
        <Link
          to="/video-test"
          className={classes(
            'inline-flex min-h-11 items-center text-sm underline underline-offset-4 sm:min-h-8',
            isInList ? 'ms-8 text-muted hover:text-action' : 'text-action hover:text-action-strong max-sm:-mt-2',
          )}
        >
          {t('call.tryFirst')}
        </Link>
      )}
    </div>
  )
}
