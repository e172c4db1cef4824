import { ChevronRight, Landmark, Smartphone, Wallet } from 'lucide-react'
import { BANK, type Preference, UPI, WALLET } from '#/api/refund-preference'
import { m } from '#/copy'
import { ActionError } from '#/kit/ActionError'
import { Chip } from '#/ui/Chip'
import { preferenceName, preferences } from '../model'
import type { ChoiceTrouble, WalletQuestion } from '../use-refund-choice'
import { WalletConfirm } from './WalletConfirm'

const icons = { [WALLET]: Wallet, [BANK]: Landmark, [UPI]: Smartphone } as const

interface RefundOptionsProps {
  /** The current preference, or the one whose form is open. It is not offered. */
  hide?: Preference
  /** The current preference, if all are offered. */
  chosen?: number
  onChoose(preference: Preference): void
  busy: boolean
  /** A question that stays until it is answered. */
  question?: WalletQuestion
  /** Why the pressed option could not be applied. */
  trouble?: ChoiceTrouble | null
}

/** The refund preferences, each as a button. */
export function RefundOptions({ hide, chosen, onChoose, busy, question, trouble }: RefundOptionsProps) {
  return (
    <>
      <ul className="grid gap-3">
        {preferences
          .filter((preference) => preference !== hide)
          .map((preference) => (
            <li key={preference}>
              <Option
                preference={preference}
                chosen={preference === chosen}
                onChoose={() => onChoose(preference)}
                busy={busy}
              />
            </li>
          ))}
      </ul>
      {question ? (
        <WalletConfirm {...question} busy={busy} />
      ) : (
        trouble && <ActionError error={trouble.error} busy={busy} onRetry={trouble.again} />
      )}
    </>
  )
}

interface OptionProps {
  preference: Preference
  chosen: boolean
  onChoose(): void
  busy: boolean
}

function Option({ preference, chosen, onChoose, busy }: OptionProps) {
  const Icon = icons[preference]
  return (
    <button
      type="button"
      onClick={() => busy || onChoose()}
      aria-disabled={busy || undefined}
      className="flex min-h-14 w-full items-center gap-3 rounded-control border-[1.5px] border-line bg-surface p-4 text-left font-semibold transition-colors duration-120 hover:border-brand hover:bg-brand-soft"
    >
      <Icon aria-hidden="true" className="size-5 shrink-0 text-brand-ink" />
      <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1">
        {preferenceName(preference)} {preference === WALLET && <Chip tone="due">{m.refund_popular()}</Chip>}
        {chosen && <Chip tone="brand">{m.refund_chosen()}</Chip>}
      </span>
      <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-muted" />
    </button>
  )
}

/** The other refund preferences, below a divider. */
export function RefundAlternates(props: Omit<RefundOptionsProps, 'chosen'>) {
  return (
    <div className="grid gap-4">
      <p className="flex items-center gap-3 text-label text-subtle before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {m.refund_or()}
      </p>
      <RefundOptions {...props} />
    </div>
  )
}
