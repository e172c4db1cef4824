import { m } from '#/copy'
import { RetryButton } from '#/kit/LoadError'
import type { Unsent } from '#/state/chat-outbox'
import { Button } from '#/ui/Button'
import { Bubble } from './Message'
import { said } from './sayings'

interface UnsentMessageProps {
  message: Unsent
  onAgain(): void
  onDrop(): void
}

/** A message that is being sent or was not sent. It says so, and can be resent or removed. */
export function UnsentMessage({ message, onAgain, onDrop }: UnsentMessageProps) {
  return (
    <Bubble isOwn author={m.help_you()} foot={<Foot {...{ message, onAgain, onDrop }} />} image={message.image?.url}>
      {said(message)}
    </Bubble>
  )
}

function Foot({ message: { state, problem }, onAgain, onDrop }: UnsentMessageProps) {
  if (state === 'sending') return <p role="status">{m.help_sending()}</p>
  return (
    <div className="grid justify-items-end gap-1">
      <p role="status" className="font-semibold text-danger-ink">
        {problem ?? m.help_unsent()}
      </p>
      <div className="flex gap-2">
        <Button variant="quiet" compact onClick={onDrop}>
          {m.help_drop()}
        </Button>
        {state === 'unsent' && <RetryButton compact onClick={onAgain} />}
      </div>
    </div>
  )
}
