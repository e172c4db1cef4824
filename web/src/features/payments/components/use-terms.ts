import { useRef, useState } from 'react'
import { m } from '#/copy'
import { toast } from '#/platform/toast'

/** The terms are accepted when the dialog opens. Without them nothing starts. */
export function useTerms() {
  const [accepted, setAccepted] = useState(true)
  const [missing, setMissing] = useState(false)
  const box = useRef<HTMLInputElement>(null)
  const change = (next: boolean) => {
    setAccepted(next)
    if (next) setMissing(false)
  }
  const guard = (proceed: () => void) => {
    if (accepted) return proceed()
    setMissing(true)
    box.current?.focus()
    toast.error(m.payments_terms_missing(), { place: 'top' })
  }
  return { guard, field: { checked: accepted, marked: missing, box, onChange: change } }
}
