// The chat as a tab beside the call. It is as high as the panel, so that the input field always stays in view.
import { ChatPanel, type ChatPanelProps } from './chat-panel.tsx'

export default function ChatTab(props: ChatPanelProps) {
  return (
    <div className="h-full min-h-48">
      <ChatPanel {...props} />
    </div>
  )
}
