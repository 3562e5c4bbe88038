import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ArrowDown } from 'lucide-react'
import { Button } from '../../components/ui/button.tsx'
import { classes } from '../../lib/classes.ts'
import { useI18n } from '../../lib/i18n.tsx'
import { formatDay } from '../../lib/time/dates.ts'
import { browserZone, clockIn } from '../../lib/time/zones.ts'
import { groupMessages } from './grouping.ts'
import { MessageBubble } from './message-bubble.tsx'
import type { Message } from './message-pages.ts'
import type { Outbox, Outgoing } from './outbox.ts'
import { loadOlder } from './queries.ts'
import { useScrolling } from './use-scrolling.ts'

interface MessageListProps {
  appointmentId: string
  userId: string
  part: 'patient' | 'doctor'
  /** Guardians' names by user id. Empty when the chat has only one other person. */
  writers: ReadonlyMap<string, string>
  messages: Message[]
  hasOlder: boolean
  unsent: Outgoing[]
  outbox: Outbox
}

export function MessageList({ appointmentId, userId, part, writers, messages, hasOlder, unsent, outbox }: MessageListProps) {
  const { t, language } = useI18n()
  const client = useQueryClient()
  const zone = browserZone()
  const loading = useMutation({ mutationFn: () => loadOlder(client, appointmentId) })
  const shown = [...messages, ...unsent.map((each) => ({ ...each, sender: userId }))]
  const groups = groupMessages(shown, zone)
  const last = shown.at(-1)
  const { box, isAtEnd, onScroll, goToEnd } = useScrolling({
    firstId: shown[0]?.id,
    lastId: last?.id,
    isLastOwn: last?.sender === userId,
  })
  return (
    <div className="relative min-h-0 flex-1">
      <section
        ref={box}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- makes the list scrollable by keyboard
        tabIndex={0}
        aria-label={t('chat.title')}
        onScroll={onScroll}
        className="h-full overflow-y-auto overscroll-contain pe-1 [overflow-anchor:none]"
      >
        {hasOlder && (
          <div className="grid justify-items-center gap-1 pb-3">
            <Button look="quiet" busyLabel={loading.isPending && t('chat.loadingOlder')} onClick={() => loading.mutate()}>
              {t('chat.older')}
            </Button>
            {loading.isError && (
              <p role="alert" className="text-sm text-danger">
                {t('chat.loadFailed')}
              </p>
            )}
          </div>
        )}
        {/* A few messages stand above the field, where the next one appears. */}
        <ol className={classes('grid grid-cols-1 content-end gap-3', !hasOlder && 'min-h-full')}>
          {groups.map((group) => {
            const isOwn = group.sender === userId
            const writer = isOwn ? undefined : writers.get(group.sender)
            const who = writer ?? t(isOwn ? 'chat.you' : part === 'patient' ? 'chat.doctor' : 'chat.patient')
            return (
              <li key={group.id} className="grid grid-cols-1 gap-1">
                {group.day && <p className="py-1 text-center text-sm text-muted">{formatDay(group.day, language, 'short')}</p>}
                <p className={isOwn ? 'text-end text-sm text-muted' : 'text-sm text-muted'}>
                  <bdi>{who}</bdi> ·{' '}
                  <time dateTime={group.created_at}>
                    <bdi dir="ltr">{clockIn(group.created_at, zone)}</bdi>
                  </time>
                </p>
                {group.messages.map((message) => (
                  <MessageBubble key={message.id} message={message} isOwn={isOwn} outbox={outbox} />
                ))}
              </li>
            )
          })}
        </ol>
      </section>
      {!isAtEnd && (
        <button
          type="button"
          aria-label={t('chat.toNewest')}
          title={t('chat.toNewest')}
          onClick={goToEnd}
          className="absolute end-3 bottom-2 grid size-11 place-items-center rounded-full border border-line bg-surface shadow-lift hover:bg-tint"
        >
          <ArrowDown aria-hidden="true" className="size-5" />
        </button>
      )}
    </div>
  )
}
