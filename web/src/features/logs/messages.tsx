import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Check, Inbox, Mail, Phone } from 'lucide-react'
import { company } from '../../../../supabase/functions/_shared/company.ts'
import { referenceOf } from '../../../../supabase/functions/_shared/rules.ts'
import { toast } from '../../components/toaster.tsx'
import { Badge } from '../../components/ui/badge.tsx'
import { Button, buttonLook } from '../../components/ui/button.tsx'
import { Switch } from '../../components/ui/switch.tsx'
import { classes } from '../../lib/classes.ts'
import { textOf } from '../../lib/errors.ts'
import { useFilterParams } from '../../lib/filter-params.ts'
import { useI18n } from '../../lib/i18n.tsx'
import { isLanguage, LANGUAGE_NAMES } from '../../lib/languages.ts'
import { telLink } from '../../lib/patterns.ts'
import { isService, SERVICE_NAMES } from '../../lib/services.ts'
import { formatMoment } from '../../lib/time/dates.ts'
import { browserZone, clockIn } from '../../lib/time/zones.ts'
import { Address } from './address.tsx'
import { hasFilters, LogList } from './log-list.tsx'
import { MESSAGES, useLiveMessages } from './open-messages.ts'
import { type ContactMessage, setHandled, useMessages } from './queries.ts'
import { replyTo } from './reply.ts'

const SMALL = 'min-h-11! px-3! py-1.5! text-sm'

export function Messages({ userId }: { userId: string }) {
  const { t } = useI18n()
  const { params, change } = useFilterParams()
  const onlyOpen = params.has('open')
  const list = useMessages(onlyOpen)
  useLiveMessages(userId)
  return (
    <div className="grid gap-5">
      {hasFilters(list, Number(onlyOpen)) && (
        <Switch label={t('logs.onlyOpen')} checked={onlyOpen} onCheckedChange={(isOn) => change({ open: isOn ? '1' : undefined })} />
      )}
      <LogList
        list={list}
        label={t('logs.tabMessages')}
        icon={Inbox}
        empty={{
          title: t('logs.messagesEmpty'),
          text: t('logs.messagesEmptyText'),
        }}
        onReset={onlyOpen ? () => change({ open: undefined }) : undefined}
        keyOf={({ id }) => id}
        timeOf={({ created_at }) => created_at}
      >
        {(message) => <Message message={message} />}
      </LogList>
    </div>
  )
}

/** In a wide window time and actions stand beside the message, in the same place in every row. */
function Message({ message }: { message: ContactMessage }) {
  const { t, language } = useI18n()
  const { name, email, phone, handled_at } = message
  return (
    <article className="grid gap-x-8 gap-y-3 p-4 lg:grid-cols-[minmax(0,1fr)_auto] lg:items-baseline">
      <div className="grid min-w-0 content-start gap-y-2">
        <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
          <h3 className="min-w-0 font-medium break-words max-lg:flex-1">
            <bdi>{name}</bdi>
          </h3>
          <Clock at={message.created_at} className="lg:hidden" />
          <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1 max-lg:basis-full">
            <Badge tone={handled_at ? 'good' : 'waiting'}>{t(handled_at ? 'logs.handled' : 'logs.unhandled')}</Badge>
            {isService(message.service) && <Badge tone="neutral">{t(SERVICE_NAMES[message.service])}</Badge>}
            {isLanguage(message.language) && <span className="text-sm text-muted">{LANGUAGE_NAMES[message.language]}</span>}
            {message.is_suspicious && <Badge tone="danger">{t('logs.suspicious')}</Badge>}
          </div>
        </div>
        <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-muted">
          <span>
            {`${t('logs.reference')}${t('text.colon')} `}
            <bdi dir="ltr" className="tabular-nums">
              {referenceOf(message.id)}
            </bdi>
          </span>
          <span className="flex min-w-0 items-center gap-1.5 max-sm:basis-full">
            <Mail aria-hidden="true" className="size-4 shrink-0 text-brass" />
            <Address>{email}</Address>
          </span>
          {phone && (
            <a href={telLink(phone)} className="flex min-h-6 items-center gap-1.5 underline-offset-4 hover:text-action hover:underline">
              <Phone aria-hidden="true" className="size-4 shrink-0 text-brass" />
              <bdi dir="ltr">{phone}</bdi>
            </a>
          )}
        </p>
        <p dir="auto" className="max-w-[75ch] break-words whitespace-pre-line">
          {message.message}
        </p>
        {handled_at && (
          <p className="flex items-center gap-1.5 text-sm text-muted">
            <Check aria-hidden="true" className="size-4 shrink-0 text-brass" />
            <span className="min-w-0 break-words">
              {message.handled_by_name
                ? t('logs.handledBy', { name: message.handled_by_name, date: formatMoment(handled_at, browserZone(), language) })
                : formatMoment(handled_at, browserZone(), language)}
            </span>
          </p>
        )}
      </div>
      <div className="grid content-start gap-y-2">
        <Clock at={message.created_at} className="justify-self-end max-lg:hidden" />
        <div className="flex flex-wrap items-center gap-1 lg:justify-end">
          <a
            href={replyTo(message, company.brand)}
            aria-label={`${t('logs.answer')}${t('text.colon')} ${name}`}
            className={buttonLook('tinted', SMALL)}
          >
            {t('logs.answer')}
          </a>
          <Handling message={message} />
        </div>
      </div>
    </article>
  )
}

/** Shows only the time, because the list has the day as a heading. */
const Clock = ({ at, className }: { at: string; className: string }) => (
  <time dateTime={at} className={classes('text-sm text-muted tabular-nums', className)}>
    {clockIn(at, browserZone())}
  </time>
)

function Handling({ message: { id, handled_at } }: { message: ContactMessage }) {
  const { t } = useI18n()
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: (isHandled: boolean) => setHandled(id, isHandled),
    onSuccess: (_, isHandled) => toast.success(t(isHandled ? 'logs.handledToast' : 'logs.reopenedToast')),
    onError: (error) => {
      const { key, values } = textOf(error)
      toast.error(t('logs.failed'), { description: t(key, values) })
    },
    onSettled: () => client.invalidateQueries({ queryKey: MESSAGES }),
  })
  return (
    <div className="grid *:col-start-1 *:row-start-1">
      {/* The longer label reserves the space, so that the button has the same size in both states. */}
      <span aria-hidden="true" className={buttonLook('quiet', `${SMALL} invisible`)}>
        {t('logs.handle')}
      </span>
      <Button
        look="quiet"
        className={`${SMALL} text-muted! hover:text-ink!`}
        busyLabel={isPending && t('logs.saving')}
        onClick={() => mutate(!handled_at)}
      >
        {t(handled_at ? 'logs.reopen' : 'logs.handle')}
      </Button>
    </div>
  )
}
