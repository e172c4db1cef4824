import { CircleAlert, CircleCheck } from 'lucide-react'
import { cx } from '#/shared/cx'

export interface ToastItem {
  id: number
  text: string
  tone: 'error' | 'success'
  place: 'top' | 'top-right'
}

/** Each place sets all its edges. If two classes set one edge, the order in the style sheet would decide. */
const places = {
  top: 'desktop:left-1/2 desktop:right-auto desktop:-translate-x-1/2',
  'top-right': 'desktop:left-auto',
} as const

function Toasts({ items }: { items: ToastItem[] }) {
  return items.map(({ id, text, tone }) => {
    const Icon = tone === 'error' ? CircleAlert : CircleCheck
    return (
      <p
        key={id}
        className="flex items-start gap-2.5 rounded-control bg-ink px-4 py-3 font-semibold text-canvas text-support shadow-overlay"
      >
        <Icon aria-hidden="true" className="size-5 shrink-0" />
        {text}
      </p>
    )
  })
}

/**
 * Polite live regions without landmarks, one per place.
 * They exist before the first toast, or it would not be announced.
 */
export function ToastRegion({ label, toasts }: { label: string; toasts: ToastItem[] }) {
  return (['top', 'top-right'] as const).map((place) => (
    <div
      key={place}
      role="log"
      aria-label={label}
      aria-live="polite"
      className={cx(
        'pointer-events-none fixed top-[calc(var(--agent-banner)+0.75rem)] right-4 left-4 z-60 grid gap-2 desktop:max-w-sm',
        places[place],
      )}
    >
      <Toasts items={toasts.filter((toast) => toast.place === place)} />
    </div>
  ))
}
