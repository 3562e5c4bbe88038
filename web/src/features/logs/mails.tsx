import { useMutation, useQueryClient } from '@tanstack/react-query'
import { MailX, RotateCw } from 'lucide-react'
import { useState } from 'react'
import { toast } from '../../components/toaster.tsx'
import { Badge, type BadgeTone } from '../../components/ui/badge.tsx'
import { Button } from '../../components/ui/button.tsx'
import { TextField } from '../../components/ui/field.tsx'
import { FilterFold } from '../../components/ui/filter-fold.tsx'
import { SelectField } from '../../components/ui/select-field.tsx'
import { classes } from '../../lib/classes.ts'
import { formatMoment } from '../../lib/dates.ts'
import { textOf } from '../../lib/errors.ts'
import { type TextKey, useI18n } from '../../lib/i18n.tsx'
import { usePaused } from '../../lib/use-paused.ts'
import { browserZone, clockIn, isoDay } from '../../lib/zones.ts'
import { hasFilters, LogList } from './log-list.tsx'
import { reasonOf, shownState } from './mail-reasons.ts'
import { LOGS, type Mail, resendMail, useMails } from './queries.ts'

const STATES: Record<string, { text: TextKey; tone: BadgeTone }> = {
  waiting: { text: 'logs.state.waiting', tone: 'waiting' },
  sending: { text: 'logs.state.sending', tone: 'active' },
  sent: { text: 'logs.state.sent', tone: 'good' },
  failed: { text: 'logs.state.failed', tone: 'danger' },
}

/** Only the log tells it apart. In the database, and so in the filter, it has failed. */
const SUPERSEDED: (typeof STATES)[string] = { text: 'logs.state.superseded', tone: 'neutral' }

const KINDS: Record<string, TextKey> = {
  appointment_created: 'logs.kind.appointment_created',
  appointment_confirmed: 'logs.kind.appointment_confirmed',
  appointment_cancelled: 'logs.kind.appointment_cancelled',
  appointment_rescheduled: 'logs.kind.appointment_rescheduled',
  appointment_reminder_24h: 'logs.kind.reminder_24h',
  appointment_reminder_1h: 'logs.kind.reminder_1h',
  contact_notice: 'logs.kind.contact_notice',
  contact_confirmation: 'logs.kind.contact_confirmation',
}

export function Mails() {
  const { t } = useI18n()
  const [state, setState] = useState('')
  const [recipient, setRecipient] = useState('')
  const list = useMails({ state, recipient: usePaused(recipient) })
  const active = [state, recipient].filter(Boolean).length
  return (
    <div className="grid gap-5">
      {hasFilters(list, active) && (
        <FilterFold label={t('logs.filters')} active={active}>
          <SelectField label={t('logs.state')} value={state} onChange={({ target }) => setState(target.value)}>
            <option value="">{t('logs.stateAll')}</option>
            {Object.entries(STATES).map(([value, { text }]) => (
              <option key={value} value={value}>
                {t(text)}
              </option>
            ))}
          </SelectField>
          <TextField
            label={t('logs.recipient')}
            type="search"
            placeholder={t('logs.recipientHint')}
            maxLength={254}
            autoComplete="off"
            value={recipient}
            onChange={({ target }) => setRecipient(target.value)}
          />
        </FilterFold>
      )}
      <LogList
        list={list}
        label={t('logs.tabMails')}
        icon={MailX}
        empty={{ title: t('logs.mailsEmpty'), text: t('logs.mailsEmptyText') }}
        keyOf={({ id }) => id}
        timeOf={({ created_at }) => created_at}
      >
        {(mail) => <MailEntry mail={mail} />}
      </LogList>
    </div>
  )
}

function MailEntry({ mail }: { mail: Mail }) {
  const { t, language } = useI18n()
  const zone = browserZone()
  /** The list names the day. */
  const moment = (at: string) => (isoDay(at, zone) === isoDay(mail.created_at, zone) ? clockIn(at, zone) : formatMoment(at, zone, language))
  const shown = shownState(mail)
  const state = shown === 'superseded' ? SUPERSEDED : STATES[shown]
  const reason = mail.last_error ? reasonOf(mail.last_error) : undefined
  return (
    <div className="grid min-h-14 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-0.5 px-4 py-2.5 lg:grid-cols-[3.5rem_minmax(0,5fr)_minmax(8.5rem,auto)_minmax(0,6fr)_9.5rem] lg:py-2">
      <time dateTime={mail.created_at} className="text-sm text-muted tabular-nums max-lg:hidden">
        {clockIn(mail.created_at, zone)}
      </time>
      <div className="min-w-0 max-lg:contents">
        <p className="leading-6 font-medium">{t(KINDS[mail.kind] ?? 'logs.kind.other')}</p>
        <p className="text-sm text-muted max-lg:col-span-2 max-lg:row-start-2">
          {mail.recipient === 'company' ? (
            t('logs.company')
          ) : (
            <bdi dir="ltr" className="min-w-0 break-all">
              {mail.recipient}
            </bdi>
          )}
        </p>
      </div>
      <p className="max-lg:col-start-2 max-lg:row-start-1">{state && <Badge tone={state.tone}>{t(state.text)}</Badge>}</p>
      <div className="grid min-w-0 gap-0.5 text-sm text-muted max-lg:col-span-2 max-lg:row-start-3">
        <p className="flex flex-wrap gap-x-4 tabular-nums empty:hidden">
          <time dateTime={mail.created_at} className="lg:hidden">
            {clockIn(mail.created_at, zone)}
          </time>
          {mail.sent_at && <span>{t('logs.sentAt', { date: moment(mail.sent_at) })}</span>}
          {/* One is as it should be. */}
          {mail.attempts > 1 && <span>{t('logs.attempts', { number: mail.attempts })}</span>}
          {mail.state === 'waiting' && mail.attempts > 0 && <span>{t('logs.nextAttempt', { date: moment(mail.next_attempt_at) })}</span>}
        </p>
        {reason && (
          <p className={classes('break-words', REASON_LOOKS[shown] ?? 'text-muted')}>
            {t(reason.text)}
            {reason.answer && (
              <bdi dir="ltr" className="block text-muted rtl:text-end">
                {reason.answer}
              </bdi>
            )}
          </p>
        )}
      </div>
      <div className="max-lg:col-span-2 max-lg:mt-1.5 empty:hidden lg:justify-self-end">{mail.can_resend && <Resend mail={mail} />}</div>
    </div>
  )
}

/** What will be tried again has not failed yet. */
const REASON_LOOKS: Record<string, string> = { failed: 'text-danger', waiting: 'text-wait' }

function Resend({ mail }: { mail: Mail }) {
  const { t } = useI18n()
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () => resendMail(mail.id),
    onSuccess: () => toast.success(t('logs.resent')),
    onError: (error) => {
      const { key, values } = textOf(error, { mail_not_resendable: 'logs.notResendable' })
      toast.error(t('logs.failed'), { description: t(key, values) })
    },
    onSettled: () => client.invalidateQueries({ queryKey: [...LOGS, 'mails'] }),
  })
  return (
    <Button
      look="secondary"
      className="min-h-11! px-3! py-1.5! text-sm whitespace-nowrap"
      aria-label={`${t('logs.resend')}${t('text.colon')} ${mail.recipient}`}
      busyLabel={isPending && t('logs.resending')}
      onClick={() => mutate()}
    >
      <RotateCw aria-hidden="true" className="size-4 text-brass" />
      {t('logs.resend')}
    </Button>
  )
}
