import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Inbox, Mail, Phone } from 'lucide-react'
import { useState } from 'react'
import { company } from '../../../../supabase/functions/_shared/company.ts'
import { toast } from '../../components/toaster.tsx'
import { Badge } from '../../components/ui/badge.tsx'
import { Button, buttonLook } from '../../components/ui/button.tsx'
import { Switch } from '../../components/ui/switch.tsx'
import { classes } from '../../lib/classes.ts'
import { formatMoment } from '../../lib/dates.ts'
import { textOf } from '../../lib/errors.ts'
import { useI18n } from '../../lib/i18n.tsx'
import { isLanguage, LANGUAGE_NAMES } from '../../lib/languages.ts'
import { telLink } from '../../lib/patterns.ts'
import { browserZone, clockIn } from '../../lib/zones.ts'
import { hasFilters, LogList } from './log-list.tsx'
import { type ContactMessage, LOGS, setHandled, useMessages } from './queries.ts'
import { replyTo } from './reply.ts'

const SMALL = 'min-h-11! px-3! py-1.5! text-sm'

export function Messages() {
  const { t } = useI18n()
  const [onlyOpen, setOnlyOpen] = useState(false)
  const list = useMessages(onlyOpen)
  return (
    <div className="grid gap-5">
      {hasFilters(list, Number(onlyOpen)) && <Switch label={t('logs.onlyOpen')} checked={onlyOpen} onCheckedChange={setOnlyOpen} />}
      <LogList
        list={list}
        label={t('logs.tabMessages')}
        icon={Inbox}
        empty={{ title: t('logs.messagesEmpty'), text: t('logs.messagesEmptyText') }}
        keyOf={({ id }) => id}
        timeOf={({ created_at }) => created_at}
      >
        {(message) => <Message message={message} />}
      </LogList>
    </div>
  )
}

/** In a wide window the actions stand beside the message. */
function Message({ message }: { message: ContactMessage }) {
  const { t, language } = useI18n()
  const { name, email, phone, handled_at } = message
  return (
    <article className="grid gap-x-8 gap-y-3 p-4 lg:grid-cols-[minmax(0,1fr)_auto]">
      <div className="grid min-w-0 content-start gap-y-2">
        <div className="flex items-baseline gap-x-4">
          <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1">
            <h3 className="font-medium break-words">
              <bdi>{name}</bdi>
            </h3>
            <Badge tone={handled_at ? 'good' : 'waiting'}>{t(handled_at ? 'logs.handled' : 'logs.unhandled')}</Badge>
            {message.is_suspicious && <Badge tone="danger">{t('logs.suspicious')}</Badge>}
          </div>
          <Clock at={message.created_at} className="lg:hidden" />
        </div>
        <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-muted">
          <span className="flex min-w-0 items-center gap-1.5 max-sm:basis-full">
            <Mail aria-hidden="true" className="size-4 shrink-0 text-brass" />
            <bdi dir="ltr" className="min-w-0 break-all">
              {email}
            </bdi>
          </span>
          {phone && (
            <a href={telLink(phone)} className="flex min-h-6 items-center gap-1.5 underline-offset-4 hover:text-action hover:underline">
              <Phone aria-hidden="true" className="size-4 shrink-0 text-brass" />
              <bdi dir="ltr">{phone}</bdi>
            </a>
          )}
          {isLanguage(message.language) && <span>{LANGUAGE_NAMES[message.language]}</span>}
        </p>
        <p dir="auto" className="max-w-[75ch] break-words whitespace-pre-line">
          {message.message}
        </p>
      </div>
      <div className="flex flex-col gap-y-2 lg:items-end lg:justify-between">
        <Clock at={message.created_at} className="max-lg:hidden" />
        <div className="flex gap-2 max-sm:[&>.button]:grow">
          <a
            href={replyTo(message, company.brand)}
            aria-label={`${t('logs.answer')}${t('text.colon')} ${name}`}
            className={buttonLook('secondary', SMALL)}
          >
            {t('logs.answer')}
          </a>
          <Handling message={message} />
        </div>
        {handled_at && (
          <p className="text-sm text-muted">
            {message.handled_by_name
              ? t('logs.handledBy', { name: message.handled_by_name, date: formatMoment(handled_at, browserZone(), language) })
              : formatMoment(handled_at, browserZone(), language)}
          </p>
        )}
      </div>
    </article>
  )
}

/** The list names the day. */
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
    onSettled: () => client.invalidateQueries({ queryKey: [...LOGS, 'messages'] }),
  })
  return (
    <Button look="quiet" className={`${SMALL} lg:-me-3`} busyLabel={isPending && t('logs.saving')} onClick={() => mutate(!handled_at)}>
      {t(handled_at ? 'logs.reopen' : 'logs.handle')}
    </Button>
  )
}
