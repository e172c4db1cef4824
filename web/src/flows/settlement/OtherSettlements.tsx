import { ChevronRight } from 'lucide-react'
import { useAppConfig } from '#/api/config'
import { m } from '#/copy'
import type { Settlement } from '#/features/refund/calls'
import { settlementTitle, stateWord } from '#/features/refund/words'
import { Amount } from '#/ui/Amount'
import { Chip, type ChipTone } from '#/ui/Chip'

interface OtherSettlementsProps {
  settlements: Settlement[]
  onOpen(id: number): void
}

/** The other settlements, each as a button that opens it. */
export function OtherSettlements({ settlements, onOpen }: OtherSettlementsProps) {
  const { walletName } = useAppConfig()
  if (settlements.length === 0) return null
  return (
    <section className="grid gap-3" aria-labelledby="other-settlements">
      <h3 id="other-settlements" className="font-bold text-section">
        {m.settlement_others()}
      </h3>
      <ul className="grid gap-3">
        {settlements.map((settlement) => (
          <li key={settlement.id}>
            <button
              type="button"
              onClick={() => onOpen(settlement.id)}
              className="flex min-h-14 w-full items-center gap-3 rounded-control border-[1.5px] border-line bg-surface p-4 text-left hover:border-brand hover:bg-brand-soft"
            >
              <span className="grid min-w-0 flex-1 gap-1">
                <span className="break-words font-semibold">{settlementTitle(settlement, walletName)}</span>{' '}
                <Chip tone={toneOf(settlement)}>{stateWord(settlement)}</Chip>
              </span>{' '}
              {settlement.state !== 'inspecting' && <Amount value={settlement.refund} />}
              <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-muted" />
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

export function toneOf({ state, refund, isHeld }: Settlement): ChipTone {
  if (isHeld) return 'danger'
  if (state === 'paid' && refund === 0) return 'neutral'
  if (state === 'paid') return 'success'
  return state === 'ready' ? 'brand' : 'neutral'
}
