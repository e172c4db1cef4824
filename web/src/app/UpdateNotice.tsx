import type { CSSProperties } from 'react'
import { createRoot } from 'react-dom/client'
import { m } from '#/copy'
import { CloseIconButton } from '#/kit/CloseButton'
import { leave } from '#/platform/leave'
import { saveDrafts } from '#/platform/viewport-reload'
import { useIsDesktop } from '#/shared/use-media'
import { Button } from '#/ui/Button'

function update(): void {
  saveDrafts()
  leave.reload()
}

/** On a phone, above the help bar. */
const onPhone: CSSProperties = { bottom: 'calc(4.5rem + env(safe-area-inset-bottom))', margin: '0 1rem' }
/** On desktop, in the corner without the help button. An open chat covers the notice. */
const onDesktop: CSSProperties = { bottom: '1rem', margin: '0 1rem 1rem auto' }

/**
 * The notice has its own room at the end of the page and sticks to the bottom of the window above that.
 * So it moves nothing under somebody's finger, and whatever it covers can be scrolled clear of it.
 * It is below every dialog, so a payment goes on.
 */
function UpdateNotice({ onClose }: { onClose(): void }) {
  const desktop = useIsDesktop()
  return (
    <aside
      ref={keepFocusInSight}
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
      <CloseIconButton onClick={onClose} />
    </aside>
  )
}

/** While the notice is on screen, focused elements are scrolled above it. */
function keepFocusInSight(): () => void {
  const { style } = document.documentElement
  style.scrollPaddingBottom = '14rem'
  return () => void style.removeProperty('scroll-padding-bottom')
}

const ID = 'update-notice'

/**
 * Offers the newer version. The notice has its own React root, so that the pages do not carry its code.
 * A second call changes nothing.
 */
export function showUpdateNotice(): void {
  if (document.getElementById(ID)) return
  const place = document.createElement('div')
  place.id = ID
  place.style.display = 'contents' // makes the notice sticky within the whole page
  document.body.append(place)
  const root = createRoot(place)
  const close = () => {
    root.unmount()
    place.remove()
  }
  root.render(<UpdateNotice onClose={close} />)
}
