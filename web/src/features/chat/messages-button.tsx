// A button on an appointment that opens its messages. It is visible while the chat is open, and later if the chat has messages.
import { MessagesSquare } from 'lucide-react'
import { Button } from '../../components/ui/button.tsx'
import { Dialog } from '../../components/ui/dialog.tsx'
import { useI18n } from '../../lib/i18n.tsx'
import { useTexts } from '../../lib/load/use-texts.ts'
import { ChatPanel, type ChatPanelProps } from './chat-panel.tsx'
import { useChat } from './queries.ts'
import { useUnreadMessages } from './use-unread-messages.ts'

interface MessagesButtonProps extends ChatPanelProps {
  userId: string
  /** Undefined if the caller does not know: the button then fetches the messages. */
  hasMessages?: boolean
}

export default function MessagesButton({ userId, hasMessages, ...chat }: MessagesButtonProps) {
  useTexts('chat')
  const { t } = useI18n()
  const isAsked = !chat.isOpen && hasMessages === undefined
  const { data } = useChat(chat.appointmentId, isAsked)
  if (!chat.isOpen && !(hasMessages ?? (data?.messages.length ?? 0) > 0)) return null
  return (
    <Dialog
      trigger={
        <Button look="secondary">
          <MessagesSquare aria-hidden="true" className="size-5" />
          {t('chat.title')}
        </Button>
      }
      title={t('chat.title')}
      description={t('chat.lead')}
      closeLabel={t('dialog.close')}
    >
      <div className="h-[min(32rem,calc(100dvh-14rem))] min-h-48">
        <ChatPanel {...chat} />
      </div>
      <Live appointmentId={chat.appointmentId} userId={userId} />
    </Dialog>
  )
}

/** Keeps the chat live while the dialog is open. */
function Live({ appointmentId, userId }: { appointmentId: string; userId: string }) {
  useUnreadMessages({ appointmentId, userId, isShown: true })
  return null
}
