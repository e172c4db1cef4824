import { X } from 'lucide-react'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { m } from '#/copy'
import { disownSession, maskedPerson } from '#/features/session/anothers-session'
import { leave } from '#/platform/leave'
import { dropSession, type SessionUser } from '#/state/session'
import { Button } from '#/ui/Button'
import { IconButton } from '#/ui/IconButton'

interface LinkNoticeProps {
  user: Pick<SessionUser, 'fullName' | 'mobileNumber'>
  onClose(): void
}

/** One line, as high as its buttons: what is due stays in a phone's first view. */
function LinkNotice({ user, onClose }: LinkNoticeProps) {
  const [leaving, setLeaving] = useState(false)
  const disown = async () => {
    setLeaving(true)
    await disownSession().catch(() => undefined) // what the server cannot end is at least forgotten here
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
        <IconButton
          label={m.app_link_me()}
          icon={<X aria-hidden="true" className="size-5" />}
          className="-mr-2.5"
          onClick={onClose}
        />
      </div>
    </aside>
  )
}

const ID = 'link-notice'

/**
 * Shows, above the app, whose account a link has opened. It has a root of its own, so that the pages do not carry it:
 * it arrives with the link that needs it.
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
  // At once: what comes after it is pushed down by nothing.
  flushSync(() => root.render(<LinkNotice user={user} onClose={close} />))
}
