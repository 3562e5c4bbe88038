import { Button } from '../../components/ui/button.tsx'
import { classes } from '../../lib/classes.ts'
import { type ErrorTexts, textOf } from '../../lib/errors.ts'
import { useI18n } from '../../lib/i18n.tsx'
import type { Message } from './message-pages.ts'
import { splitLinks } from './message-text.ts'
import type { Outbox, Outgoing } from './outbox.ts'

const REASONS: ErrorTexts = {
  chat_closed: 'chat.errorClosed',
  chat_is_full: 'chat.errorFull',
  too_many_messages: 'chat.errorTooMany',
  '23514': 'chat.errorText',
}

interface MessageBubbleProps {
  message: Message | Outgoing
  isOwn: boolean
  outbox: Outbox
}

export function MessageBubble({ message, isOwn, outbox }: MessageBubbleProps) {
  const { t } = useI18n()
  const state = 'state' in message ? message.state : 'sent'
  return (
    <div className={classes('grid max-w-[85%] gap-1', isOwn ? 'justify-items-end justify-self-end' : 'justify-self-start')}>
      <p
        dir="auto"
        className={classes(
          'max-w-full rounded-box px-3.5 py-2 text-start whitespace-pre-wrap wrap-anywhere',
          isOwn ? 'bg-action text-on-action' : 'bg-tint text-ink',
          state !== 'sent' && 'opacity-70',
        )}
      >
        {splitLinks(message.body).map(({ text, href }, place) =>
          href ? (
            // The index is a safe key, because the text never changes.
            // oxlint-disable-next-line react/no-array-index-key
            <a
              key={place}
              href={href}
              target="_blank"
              rel="noopener noreferrer nofollow"
              dir="ltr"
              className="underline underline-offset-2"
            >
              {text}
            </a>
          ) : (
            text
          ),
        )}
      </p>
      {state === 'sending' && <p className="text-sm text-muted">{t('chat.sending')}</p>}
      {'state' in message && state === 'failed' && <Failed message={message} outbox={outbox} />}
    </div>
  )
}

function Failed({ message: { id, error }, outbox }: { message: Outgoing; outbox: Outbox }) {
  const { t } = useI18n()
  const { key, values } = textOf(error, REASONS)
  return (
    <div role="alert" className="grid justify-items-end gap-1 text-end">
      <p className="text-sm text-danger">{t('chat.notSent', { reason: t(key, values) })}</p>
      <div className="flex flex-wrap justify-end gap-2">
        <Button look="quiet" onClick={() => outbox.discard(id)}>
          {t('chat.discard')}
        </Button>
        <Button look="secondary" onClick={() => outbox.retry(id)}>
          {t('error.retry')}
        </Button>
      </div>
    </div>
  )
}
