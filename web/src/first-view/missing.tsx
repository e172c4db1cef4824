import { m } from '#/copy'
import { Button } from '#/ui/Button'
import { draw } from './draw'
import type { Drawable } from './jsx-runtime'

/**
 * What `index.html` shows, over the first view or alone, when the app's own files cannot be loaded; it answers the button.
 * Without the icons of a notice, which nothing else of the first view needs.
 */
export function drawMissingApp(isOffline: boolean): Element | null {
  const view = document.createDocumentFragment()
  const failed = (
    <div
      role="alert"
      className="fixed inset-x-0 bottom-0 z-30 mx-auto grid max-w-[640px] justify-items-start gap-2 rounded-t-sheet bg-danger-soft p-4 text-danger-ink shadow-overlay"
    >
      <p className="font-semibold">{m.app_page_failed()}</p>
      <p>{isOffline ? m.kit_offline() : m.api_unexpected()}</p>
      <Button variant="secondary" compact>
        {m.kit_retry()}
      </Button>
    </div>
  )
  draw(failed as unknown as Drawable, view)
  return view.firstElementChild
}
