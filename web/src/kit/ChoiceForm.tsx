import type { ReactNode } from 'react'

interface ChoiceFormProps {
  id: string
  onSend(): void
  children: ReactNode
}

/** A form of choices alone, none of which can be wrong, because only what can be is offered: Enter sends it. */
export function ChoiceForm({ id, onSend, children }: ChoiceFormProps) {
  return (
    <form
      id={id}
      className="grid gap-5"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onSend()
      }}
    >
      {children}
    </form>
  )
}
