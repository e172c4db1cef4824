import { useState } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { m } from '#/copy'
import { disownSession, maskedPerson } from '#/features/session/anothers-session'
import { leave } from '#/platform/leave'
import { dropSession, type SessionUser } from '#/state/session'
import { Button } from '#/ui/Button'

interface LinkNoticeProps {
  user: Pick<SessionUser, 'fullName' | 'mobileNumber'>
  onClose(): void
}

/** A line and its buttons, on a phone below each other. The dues stay in the first view of a phone. */
function LinkNotice({ user, onClose }: LinkNoticeProps) {
  const [leaving, setLeaving] = useState(false)
  const disown = async () => {
    setLeaving(true)
    await disownSession().catch(() => undefined) // if the server fails, at least this device signs out
    dropSession()
    leave.replace(`${import.meta.env.BASE_URL}login?disowned=true`)
  }
  const { name, number } = maskedPerson(user)
  return (
    <aside data-above-bar aria-label={m.app_link_notice()} className="border-line border-b bg-surface print:hidden">
      <div className="gutter mx-auto flex min-h-12 max-w-[1280px] flex-wrap items-center gap-x-2">
        <p className="min-w-0 flex-[1_1_10rem] py-1 text-support">
          {m.app_link_opened()}{' '}
          <span className="inline-block">
            {name}, {number}
          </span>
        </p>
        <Button variant="quiet" compact busy={leaving} onClick={() => void disown()}>
          {m.app_link_not_me()}
        </Button>
        <Button variant="secondary" compact onClick={onClose}>
          {m.app_link_me()}
        </Button>
      </div>
    </aside>
  )
}

const ID = 'link-notice'

/**
 * Shows above the app whose account a link has opened. The notice has its own React root and loads with the
 * link that needs it, so that the pages do not carry its code.
 */
export function showLinkNotice(user: LinkNoticeProps['user']): void {
  document.getElementById(ID)?.remove()
  const place = document.createElement('div')
  place.id = ID
  document.body.prepend(place)
  const root = createRoot(place)
  const close = () => {
    root.unmount()
    place.remove()
  }
  // Render synchronously, so that the page does not shift later.
  flushSync(() => root.render(<LinkNotice user={user} onClose={close} />))
}
