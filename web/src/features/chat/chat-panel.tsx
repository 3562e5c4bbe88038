// The messages of an appointment and a field to write one. The panel fills its container.
// It does not subscribe to new messages: the parent must call `useUnreadMessages` or `useLiveChat`.

import { useQueryClient } from '@tanstack/react-query'
import { MessagesSquare } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { LoadFailed } from '../../components/load-failed.tsx'
import { EmptyState } from '../../components/ui/empty-state.tsx'
import { RowsSkeleton } from '../../components/ui/form-skeleton.tsx'
import { useI18n } from '../../lib/i18n.tsx'
import { useTexts } from '../../lib/load/use-texts.ts'
import { useSession } from '../../lib/session/session.ts'
import { useIsOnline } from '../../lib/use-is-online.ts'
import { useTypedText } from '../../lib/use-typed.ts'
import { ClosedNotice } from './closed-notice.tsx'
import { Composer } from './composer.tsx'
import { MessageList } from './message-list.tsx'
import type { Message } from './message-pages.ts'
import { outboxOf } from './outboxes.ts'
import { addSent, useChat, useWriters } from './queries.ts'

export interface ChatPanelProps {
  appointmentId: string
  /** The reader's role in the appointment. */
  part: 'patient' | 'doctor'
  /** Whether patient and doctor can write now. */
  isOpen: boolean
  /** Whether the patient has no account, so that one or two guardians write instead. */
  hasGuardians?: boolean
}

export function ChatPanel(props: ChatPanelProps) {
  useTexts('chat')
  const session = useSession()
  return session.status === 'in' ? <OwnChat {...props} userId={session.person.id} /> : null
}

function OwnChat({ appointmentId, part, isOpen, hasGuardians = false, userId }: ChatPanelProps & { userId: string }) {
  const { t } = useI18n()
  const client = useQueryClient()
  const { data, error, refetch } = useChat(appointmentId)
  const others = new Set(data?.messages.flatMap(({ sender }) => (sender === userId ? [] : [sender])))
  const writers = useWriters(appointmentId, hasGuardians || others.size > 1)
  const outbox = outboxOf(appointmentId, userId)
  const outgoing = useSyncExternalStore(outbox.subscribe, outbox.list, outbox.list)
  const [draft, setDraft] = useTypedText(`chat:${appointmentId}`)
  useEffect(() => outbox.onSent((message) => addSent(client, appointmentId, message)), [outbox, client, appointmentId])
  const messages = data?.messages ?? []
  const arrived = new Set(messages.map(({ id }) => id))
  const unsent = outgoing.filter(({ id }) => !arrived.has(id))
  return (
    <div className="flex h-full min-h-0 flex-col gap-3">
      {error && !data ? (
        <div className="min-h-0 flex-1">
          <LoadFailed title={t('chat.loadFailed')} error={error} onRetry={() => void refetch()} />
        </div>
      ) : !data ? (
        <div className="min-h-0 flex-1">
          <RowsSkeleton rows={3} />
        </div>
      ) : messages.length + unsent.length === 0 ? (
        <div className="min-h-0 flex-1 overflow-y-auto">
          <EmptyState isInFrame icon={MessagesSquare} title={t('chat.empty')} text={t(isOpen ? 'chat.emptyText' : 'chat.emptyClosed')} />
        </div>
      ) : (
        <MessageList {...{ appointmentId, userId, part, writers, messages, unsent, outbox }} hasOlder={data.hasOlder} />
      )}
      {data && <Announcement messages={messages} userId={userId} />}
      {isOpen ? (
        <>
          <OfflineLine />
          <Composer draft={draft} onDraft={setDraft} onSend={(text) => outbox.add(text)} />
        </>
      ) : (
        <ClosedNotice appointmentId={appointmentId} />
      )}
    </div>
  )
}

/** Tells screen readers about messages that arrive while the panel is open. */
function Announcement({ messages, userId }: { messages: Message[]; userId: string }) {
  const { t } = useI18n()
  const last = messages.findLast(({ sender }) => sender !== userId)
  const [first] = useState(last?.id)
  return (
    <p aria-live="polite" className="sr-only">
      {last && last.id !== first && t('chat.incoming', { text: last.body })}
    </p>
  )
}

function OfflineLine() {
  const { t } = useI18n()
  const isOnline = useIsOnline()
  return <output className="text-sm text-wait empty:hidden">{!isOnline && t('chat.offline')}</output>
}
