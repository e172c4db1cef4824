import { m } from '#/copy'
import { Button } from '#/ui/Button'

interface ContinueAsProps {
  next: string
  current: string
  onAccept(): void
  onDecline(): void
}

/** The heading takes the focus when it appears. */
const focus = (heading: HTMLElement | null) => heading?.focus()

export function ContinueAs({ next, current, onAccept, onDecline }: ContinueAsProps) {
  return (
    <section className="mx-auto grid max-w-md gap-4 rounded-sheet bg-surface p-6 shadow-raised">
      <h1 ref={focus} tabIndex={-1} className="font-bold text-dialog">
        {m.authenticate_user_continue_title({ name: next })}
      </h1>
      <p className="text-muted">{m.authenticate_user_continue_text({ name: current })}</p>
      <Button wide onClick={onAccept}>
        {m.authenticate_user_continue_yes({ name: next })}
      </Button>
      <Button wide variant="secondary" onClick={onDecline}>
        {m.authenticate_user_continue_no({ name: current })}
      </Button>
    </section>
  )
}
