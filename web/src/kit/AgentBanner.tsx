import { m } from '#/copy'
import { isDirectLogin, useSessionUser } from '#/state/session'

/**
 * Says during an agent's session that these screens are a customer's.
 * The line is at the upper edge, where it also stays above every dialog, because dialogs begin below it.
 */
export function AgentBanner() {
  const user = useSessionUser()
  if (!isDirectLogin()) return null
  return (
    <p
      // A live region is announced even while a dialog hides the rest of the page.
      role="status"
      aria-live="polite"
      data-agent-banner
      className="gutter fixed inset-x-0 top-0 z-55 h-(--agent-banner) truncate bg-accent-soft text-center font-semibold text-accent-ink text-label leading-7 print:hidden"
    >
      {m.kit_agent_banner({ name: user?.fullName ?? '' })}
    </p>
  )
}
