import { useEffect, useRef } from 'react'
import { m } from '#/copy'
import { Button } from '#/ui/Button'

interface ContinueAsProps {
  next: string
  current: string
  onAccept(): void
  onDecline(): void
}

export function ContinueAs({ next, current, onAccept, onDecline }: ContinueAsProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className="mx-auto grid max-w-md gap-4 rounded-sheet bg-surface p-6 shadow-raised">
      <h1 ref={heading} tabIndex={-1} className="font-bold text-dialog">
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
