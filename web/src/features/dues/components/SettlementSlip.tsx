import type { ReactNode } from 'react'
import { useAppConfig } from '#/api/config'
import { BANK, WALLET } from '#/api/refund-preference'
import { m } from '#/copy'
import { formatRupees } from '#/shared/money'
import { LinkButton } from '#/ui/LinkButton'
import { RentSlip } from '#/ui/RentSlip'
import type { Banner } from '../model'

interface SettlementSlipProps {
  banner: Extract<Banner, { kind: 'settlement' }>
  /** The link to how the amount came about. */
  explain?: ReactNode
}

/** A refund. It asks for the refund preference, or says where the money goes, or why it cannot go there. */
export function SettlementSlip({ banner, explain }: SettlementSlipProps) {
  const { walletName } = useAppConfig()
  return (
    <RentSlip
      title={m.dues_settlement_ready()}
      amount={banner.amount}
      tone={banner.held > 0 ? 'overdue' : 'paid'}
      note={noteOf(banner, walletName)}
    >
      <LinkButton wide to="." search={(search) => ({ ...search, showSettlement: 'true' as const })}>
        {m.dues_review()}
      </LinkButton>
      {explain && <div className="pt-2">{explain}</div>}
    </RentSlip>
  )
}

function noteOf({ preference, count, held }: SettlementSlipProps['banner'], wallet: string): string {
  const several = count > 1 ? `${m.dues_settlements_ready({ count })} ` : ''
  if (held > 0) return several + m.dues_refund_held({ amount: formatRupees(held) })
  if (preference === 0) return several + m.dues_settlement_note()
  if (preference === WALLET) return several + m.dues_settlement_to_wallet({ wallet })
  return several + (preference === BANK ? m.dues_settlement_to_bank() : m.dues_settlement_to_upi())
}
