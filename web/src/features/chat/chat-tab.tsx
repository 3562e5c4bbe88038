// The chat as a tab beside the call. It is as high as the window, so that the field to write in is always in view.
import { ChatPanel, type ChatPanelProps } from './chat-panel.tsx'

export default function ChatTab(props: ChatPanelProps) {
  return (
    <div className="h-[calc(100dvh-6.75rem)] min-h-64">
      <ChatPanel {...props} />
    </div>
  )
}
