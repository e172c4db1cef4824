import { createContext, type ReactNode, useCallback, useContext, useLayoutEffect, useMemo, useState } from 'react'
import { createPortal } from 'react-dom'

interface FooterPlace {
  element: HTMLElement | null
  /** Reserves a footer until the returned function is called. */
  claim(): () => void
}

const Place = createContext<FooterPlace | undefined>(undefined)

/**
 * Lets the content of a dialog fill its footer.
 * Wrap the content in the provider, and pass `footer` to the dialog.
 */
export function useDialogFooter() {
  const [element, setElement] = useState<HTMLElement | null>(null)
  const [claims, setClaims] = useState(0)
  const claim = useCallback(() => {
    setClaims((count) => count + 1)
    return () => setClaims((count) => count - 1)
  }, [])
  const place = useMemo(() => ({ element, claim }), [element, claim])
  return { place, footer: claims > 0 && <div ref={setElement} className="grid gap-3" /> }
}

export const DialogFooterProvider = Place.Provider

/** Moves its children into the footer of the dialog around it. Without such a dialog, they stay in place. */
export function DialogFooter({ children }: { children: ReactNode }) {
  const place = useContext(Place)
  const claim = place?.claim
  useLayoutEffect(() => claim?.(), [claim])
  if (!place) return children
  return place.element && createPortal(children, place.element)
}
