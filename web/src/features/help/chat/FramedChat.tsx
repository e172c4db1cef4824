import { useEffect, useRef, useState } from 'react'
import { api } from '#/api/client'
import { useAppConfig } from '#/api/config'
import { unwrap } from '#/api/unwrap'
import { getLocale, m } from '#/copy'
import { LoadError } from '#/kit/LoadError'
import { takeLaunch } from '#/platform/chat'
import { openChatFrame } from '#/platform/chat-frame'
import { reportError } from '#/platform/reporter'
import { firstNameOf } from '#/shared/person'
import { sessionUser } from '#/state/session'
import { SpinnerBlock } from '#/ui/Spinner'

type State = 'opening' | 'open' | 'failed'

/** The chat of an external provider, in a frame. */
export default function FramedChat() {
  const { chatPage } = useAppConfig()
  const [state, setState] = useState<State>('opening')
  const [tries, setTries] = useState(0)
  const room = useRef<HTMLDivElement>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: each try opens it anew
  useEffect(() => {
    let close = () => {}
    let left = false
    const open = async () => {
      const chat = await unwrap(api.GET('/api/Haptiks/generateUserAndSessionMap', {}))
      if (left || !room.current) return
      const frame = openChatFrame(room.current, {
        address: chatPage,
        title: m.help_chat_title(),
        launch: takeLaunch() === 'area' ? m.help_ask_area() : undefined,
        identity: {
          id: chat.uniqueUserSessionId,
          authCode: chat.auth_code,
          proof: chat.proof,
          name: firstNameOf(sessionUser.get()?.fullName),
          language: getLocale(),
        },
      })
      close = frame.close
      await frame.opened
      if (left) return
      setState('open')
      const body = { uniqueUserSessionId: chat.uniqueUserSessionId, userId: chat.userId, active: true }
      await unwrap(api.POST('/api/Chatbots/upsertUserAndSessionMap', { body })).catch(() => {})
    }
    setState('opening')
    open().catch((error: unknown) => {
      close()
      if (left) return
      reportError(error, { step: 'open the chat' })
      setState('failed')
    })
    return () => {
      left = true
      close()
    }
  }, [chatPage, tries])

  return (
    <div className="relative min-h-0 flex-1">
      <div ref={room} className="absolute inset-0" />
      {state === 'opening' && <SpinnerBlock label={m.help_chat_loading()} />}
      {state === 'failed' && (
        <div className="p-4">
          <LoadError title={m.help_chat_failed()} message={m.api_unexpected()} onRetry={() => setTries(tries + 1)} />
        </div>
      )}
    </div>
  )
}
