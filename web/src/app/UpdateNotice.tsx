import { type CSSProperties, useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { m } from '#/copy'
import { CloseIcon } from '#/kit/Close'
import { leave } from '#/platform/leave'
import { saveDrafts } from '#/platform/viewport-reload'
import { useIsDesktop } from '#/shared/use-media'
import { Button } from '#/ui/Button'

function update(): void {
  saveDrafts()
  leave.reload()
}

/** On a phone above the bar of help. */
const onPhone: CSSProperties = { bottom: 'calc(4.5rem + env(safe-area-inset-bottom))', margin: '0 1rem' }
/** In the corner where help is not. An open chat lies over it. */
const onDesktop: CSSProperties = { bottom: '1rem', margin: '0 1rem 1rem auto' }

/**
 * It has room of its own at the end of the page and stays in sight above that: so it moves nothing under somebody's
 * finger, and whatever it lies over can be scrolled clear of it. It is beneath every dialog: a payment goes on.
 */
function UpdateNotice({ onClose }: { onClose(): void }) {
  const desktop = useIsDesktop()
  useRoomBelowFocus()
  return (
    <aside
      aria-label={m.app_update()}
      style={desktop ? onDesktop : onPhone}
      className="sticky z-10 flex items-start gap-2 rounded-control bg-surface p-4 shadow-overlay desktop:max-w-sm print:hidden"
    >
      <div className="grid flex-1 justify-items-start gap-2">
        <p role="status">{m.app_update_text()}</p>
        <Button compact onClick={update}>
          {m.app_update_now()}
        </Button>
      </div>
      <CloseIcon onClick={onClose} />
    </aside>
  )
}

/** What gets the focus comes to stand above it. */
function useRoomBelowFocus(): void {
  useEffect(() => {
    const { style } = document.documentElement
    style.scrollPaddingBottom = '14rem'
    return () => void style.removeProperty('scroll-padding-bottom')
  }, [])
}

const ID = 'update-notice'

/** Offers the newer version. It has a root of its own, so that the pages do not carry it; a second call changes nothing. */
export function showUpdateNotice(): void {
  if (document.getElementById(ID)) return
  const place = document.createElement('div')
  place.id = ID
  place.style.display = 'contents' // the page's end is that of what it stays in sight of
  document.body.append(place)
  const root = createRoot(place)
  const close = () => {
    root.unmount()
    place.remove()
  }
  root.render(<UpdateNotice onClose={close} />)
}
