// Counts the messages that the user has not seen, and announces new ones while the chat is hidden.
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { toast } from '../../components/toaster.tsx'
import { useI18n } from '../../lib/i18n.tsx'
import { countUnread, type Message } from './message-pages.ts'
import { outboxOf } from './outboxes.ts'
import { useChat, useLiveChat } from './queries.ts'

const TOAST_MS = 5000
const MAX_TOAST_LENGTH = 120
const TOAST_ID = 'chat'

interface Watched {
  appointmentId: string
  userId: string
  /** Whether the chat is visible. */
  isShown: boolean
  /** Opens the chat. */
  onView?: () => void
}

/** Keeps the chat up to date while mounted. Expects the texts of the area `chat` to be loaded. */
export function useUnreadMessages({ appointmentId, userId, isShown, onView }: Watched): number {
  const { t } = useI18n()
  const { data } = useChat(appointmentId)
  useLiveChat(appointmentId, () => outboxOf(appointmentId, userId).resume())
  const messages = data?.messages
  const [seen, setSeen] = useState<string>()
  const newest = messages?.at(-1)?.id
  if (isShown && newest !== seen) setSeen(newest)

  const incoming = messages?.findLast(({ sender }) => sender !== userId)
  const announced = useRef<{ id: string | undefined }>(undefined)
  const announce = useEffectEvent((message: Message) =>
    toast.info(t('chat.new'), {
      id: TOAST_ID,
      description: shortened(message.body),
      duration: TOAST_MS,
      ...(onView && { action: { label: t('chat.view'), onClick: onView } }),
    }),
  )
  useEffect(() => {
    if (!messages) return
    // Messages that were there when the page opened are not announced.
    const isNew = announced.current && incoming && announced.current.id !== incoming.id
    announced.current = { id: incoming?.id }
    if (isNew && !isShown) announce(incoming)
  }, [messages, incoming, isShown])

  // The toast would cover the message that it announces.
  useEffect(() => {
    if (isShown) toast.dismiss(TOAST_ID)
  }, [isShown])

  return messages ? countUnread(messages, userId, seen) : 0
}

function shortened(text: string) {
  const characters = Array.from(text.replaceAll(/\s+/g, ' '))
  return characters.length > MAX_TOAST_LENGTH ? `${characters.slice(0, MAX_TOAST_LENGTH).join('')}…` : characters.join('')
}
