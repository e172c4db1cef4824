import { type FocusEvent, type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'

/**
 * A panel that opens by mouse hover, by press and by keyboard.
 * Escape closes it and returns the focus to the button. Leaving it with pointer or focus closes it too.
 * Spread `root` on the element around button and panel.
 */
export function useDisclosureMenu() {
  const [open, setOpen] = useState(false)
  const pressed = useRef(false)
  const button = useRef<HTMLButtonElement>(null)

  const close = () => {
    pressed.current = false
    setOpen(false)
  }
  const toggle = () => {
    // A mouse has already opened the panel by hovering. The first press keeps it open, the second closes it.
    const next = !open || !pressed.current
    pressed.current = next
    setOpen(next)
  }
  const hover = (wanted: boolean) => (event: PointerEvent) => {
    if (event.pointerType === 'mouse' && !pressed.current) setOpen(wanted)
  }
  const blur = (event: FocusEvent<HTMLElement>) => {
    if (!event.currentTarget.contains(event.relatedTarget)) close()
  }
  const key = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !open) return
    close()
    button.current?.focus()
  }
  return {
    open,
    close,
    button: { ref: button, 'aria-expanded': open, onClick: toggle },
    root: { onPointerEnter: hover(true), onPointerLeave: hover(false), onBlur: blur, onKeyDown: key },
  }
}
