import { useAppConfig } from '#/api/config'
import { m } from '#/copy'
import { CloseIconButton } from '#/kit/CloseButton'
import { lazyPart, partLoadError } from '#/kit/lazy-part'
import { FullScreenDialog } from '#/kit/Popup'
import { useIsDesktop } from '#/shared/use-media'
import { SpinnerBlock } from '#/ui/Spinner'
import { PanelHeading } from './PanelHeading'

const ChatRoom = lazyPart('chat', () => import('./chat/ChatRoom'), {
  pending: () => <SpinnerBlock label={m.help_chat_loading()} />,
  failed: partLoadError,
})

const FramedChat = lazyPart('chat window', () => import('./chat/FramedChat'), {
  pending: () => <SpinnerBlock label={m.help_chat_loading()} />,
  failed: partLoadError,
})

/**
 * The chat. On desktop it is beside the page.
 * On a phone it replaces the page, because the keyboard needs the room.
 */
export default function ChatPanel({ onClose }: { onClose(): void }) {
  const desktop = useIsDesktop()
  const { chatPage } = useAppConfig()
  const room = chatPage ? <FramedChat /> : <ChatRoom onLeave={onClose} />
  if (!desktop) {
    return (
      <FullScreenDialog title={m.help_chat_title()} leave={m.help_chat_leave()} onClose={onClose}>
        <div className="flex min-h-0 min-w-0 flex-col">{room}</div>
      </FullScreenDialog>
    )
  }
  return (
    <div className="flex h-[calc(100dvh-var(--agent-banner))] max-h-[min(70dvh,560px)] flex-col">
      <div className="flex items-center justify-between border-line border-b px-3 py-1.5">
        <PanelHeading>{m.help_chat_title()}</PanelHeading>
        <CloseIconButton onClick={onClose} />
      </div>
      {room}
    </div>
  )
}
