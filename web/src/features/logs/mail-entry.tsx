// One mail of the log, with the button that sends it again.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { toast } from '../../components/toaster.tsx'
import { Badge, type BadgeTone } from '../../components/ui/badge.tsx'
import { Button, ButtonLink } from '../../components/ui/button.tsx'
import { classes } from '../../lib/classes.ts'
import { textOf } from '../../lib/errors.ts'
import { type TextKey, useI18n } from '../../lib/i18n.tsx'
import { listOf } from '../../lib/languages.ts'
import { formatMoment } from '../../lib/time/dates.ts'
import { browserZone, clockIn, isoDay } from '../../lib/time/zones.ts'
import { Address } from './address.tsx'
import { reasonOf, shownState } from './mail-reasons.ts'
import { LOGS, type Mail, resendMail } from './queries.ts'

export const STATES: Record<string, { text: TextKey; tone: BadgeTone }> = {
  waiting: { text: 'logs.state.waiting', tone: 'waiting' },
  sending: { text: 'logs.state.sending', tone: 'active' },
  sent: { text: 'logs.state.sent', tone: 'good' },
  failed: { text: 'logs.state.failed', tone: 'danger' },
}

/** Only the log distinguishes this state. In the database, and therefore in the filter, the mail has failed. */
const SUPERSEDED: (typeof STATES)[string] = { text: 'logs.state.superseded', tone: 'neutral' }

const KINDS: Record<string, TextKey> = {
  appointment_created: 'logs.kind.appointment_created',
  appointment_confirmed: 'logs.kind.appointment_confirmed',
  appointment_cancelled: 'logs.kind.appointment_cancelled',
  appointment_rescheduled: 'logs.kind.appointment_rescheduled',
  appointment_fee_set: 'logs.kind.appointment_fee_set',
  appointment_reminder_24h: 'logs.kind.reminder_24h',
  appointment_reminder_1h: 'logs.kind.reminder_1h',
  account_invite: 'logs.kind.invite',
  contact_notice: 'logs.kind.contact_notice',
  contact_confirmation: 'logs.kind.contact_confirmation',
}

const kindOf = ({ kind }: Mail) => KINDS[kind] ?? 'logs.kind.other'

/** Why a sent mail cannot be sent again. For an invitation there is a link instead. */
const OBSTACLES: Partial<Record<string, TextKey>> = { outdated: 'logs.resendOutdated', waiting: 'logs.resendWaiting' }

const TWO_MINUTES = 120_000

/** Time, kind, recipient, further details, and state. On a phone state, time and button stand at the ends of three lines. */
export const COLUMNS = 'lg:grid-cols-[3.5rem_minmax(0,5fr)_minmax(0,6fr)_minmax(0,4fr)_9rem]'

/** On a phone a line of its own, as wide as the row. In a wide window its parts are in the columns. */
const LINE = 'flex items-start justify-between max-lg:col-span-2 lg:contents'

export function MailEntry({ mail }: { mail: Mail }) {
  const { t, language } = useI18n()
  const zone = browserZone()
  /** Leaves out the day if it is the one in the list's heading. */
  const moment = (at: string) => (isoDay(at, zone) === isoDay(mail.created_at, zone) ? clockIn(at, zone) : formatMoment(at, zone, language))
  const shown = shownState(mail)
  const state = shown === 'superseded' ? SUPERSEDED : STATES[shown]
  const reason = mail.last_error ? reasonOf(mail.last_error) : undefined
  /** Nearly all mails are sent at once, so the state and time of the row are enough. */
  const isLate = mail.sent_at !== null && Date.parse(mail.sent_at) - Date.parse(mail.created_at) >= TWO_MINUTES
  const obstacle = OBSTACLES[mail.resend_obstacle]
  const hasAction = mail.can_resend || mail.resend_obstacle === 'invitation'
  const details = [
    isLate && mail.sent_at && t('logs.sentAt', { date: moment(mail.sent_at) }),
    mail.is_repeat && t('logs.repeat'),
    // A single attempt is normal and not mentioned.
    mail.attempts > 1 && t('logs.attempts', { number: mail.attempts }),
    mail.state === 'waiting' && mail.attempts > 0 && t('logs.nextAttempt', { date: moment(mail.next_attempt_at) }),
    mail.state === 'sent' && obstacle && t(obstacle),
  ].filter((detail) => typeof detail === 'string')
  return (
    <div className={`grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-0.5 px-4 py-2.5 lg:min-h-13 lg:py-2 ${COLUMNS}`}>
      <p className="leading-6 font-medium lg:col-start-2 lg:row-start-1">{t(kindOf(mail))}</p>
      <p className="justify-self-end max-lg:self-start lg:col-start-5 lg:row-start-1">
        {state && <Badge tone={state.tone}>{t(state.text)}</Badge>}
      </p>
      <div className={LINE}>
        <p className="min-w-0 text-sm lg:col-start-3 lg:row-start-1">
          {mail.recipient === 'company' ? t('logs.company') : <Address>{mail.recipient}</Address>}
        </p>
        <time dateTime={mail.created_at} className="text-sm text-muted tabular-nums max-lg:ps-4 lg:col-start-1 lg:row-start-1">
          {clockIn(mail.created_at, zone)}
        </time>
      </div>
      {(details.length > 0 || hasAction) && (
        <div className={LINE}>
          {/* In a wide window it stands under the button. */}
          <p
            className={classes(
              'flex min-w-0 flex-wrap gap-x-4 text-sm text-muted tabular-nums empty:hidden lg:col-start-4',
              hasAction ? 'lg:row-start-2 lg:self-start' : 'lg:row-start-1',
            )}
          >
            {details.map((detail) => (
              <span key={detail}>{detail}</span>
            ))}
          </p>
          {mail.can_resend && <Resend mail={mail} />}
          {mail.resend_obstacle === 'invitation' && (
            <ButtonLink to="/admin/people?tab=invitations" look="quiet" className={ACTION}>
              {t('logs.toInvitations')}
            </ButtonLink>
          )}
        </div>
      )}
      {reason && (
        <p
          className={classes(
            'col-span-2 min-w-0 text-sm break-words lg:col-start-2 lg:row-start-2 lg:self-start',
            REASON_LOOKS[shown] ?? 'text-muted',
          )}
        >
          {t(reason.text)}
          {reason.answer && (
            <bdi dir="ltr" className="block text-muted rtl:text-end">
              {reason.answer}
            </bdi>
          )}
        </p>
      )}
    </div>
  )
}

/** A mail that will be retried has not failed yet. */
const REASON_LOOKS: Record<string, string> = { failed: 'text-danger', waiting: 'text-wait' }

const ACTION =
  '-my-2.5 min-h-11! shrink-0 px-2! py-1.5! text-sm whitespace-nowrap max-lg:-me-2 max-lg:ms-auto lg:col-start-4 lg:row-start-1 lg:-ms-2 lg:justify-self-start'

function Resend({ mail }: { mail: Mail }) {
  const { t, language } = useI18n()
  const client = useQueryClient()
  const recipient = mail.recipient === 'company' ? t('logs.company') : mail.recipient
  const { mutate, isPending } = useMutation({
    mutationFn: () => resendMail(mail.id),
    onSuccess: () => toast.success(t('logs.resent')),
    onError: (error) => {
      const { key, values } = textOf(error, { mail_not_resendable: 'logs.notResendable', too_many_requests: 'logs.resendTooMany' })
      toast.error(t('logs.failed'), { description: t(key, values) })
    },
    onSettled: () => client.invalidateQueries({ queryKey: [...LOGS, 'mails'] }),
  })
  return (
    <Button
      look="quiet"
      className={ACTION}
      aria-label={`${t('logs.resend')}${t('text.colon')} ${listOf([t(kindOf(mail)), recipient], language)}`}
      busyLabel={isPending && t('logs.resending')}
      onClick={() => mutate()}
    >
      <RotateCw aria-hidden="true" className="size-4 text-brass" />
      {t('logs.resend')}
    </Button>
  )
}
