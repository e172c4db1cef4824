import { m } from '#/copy'
import { isDirectLogin, useSessionUser } from '#/state/session'

/**
 * Says, as long as an agent's session lasts, that these screens are a customer's: one line at the upper edge, where it
 * also stays above every dialog, which begins below it.
 */
export function AgentMark() {
  const user = useSessionUser()
  if (!isDirectLogin()) return null
  return (
    <p
      // Said in a dialog too: what is live is not hidden with the rest of the page.
      role="status"
      aria-live="polite"
      data-agent-mark
      className="gutter fixed inset-x-0 top-0 z-55 h-(--agent-mark) truncate bg-accent-soft text-center font-semibold text-accent-ink text-label leading-7 print:hidden"
    >
      {m.kit_agent_mark({ name: user?.fullName ?? '' })}
    </p>
  )
}
