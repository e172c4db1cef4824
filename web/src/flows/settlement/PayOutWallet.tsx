import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAppConfig } from '#/api/config'
import { m } from '#/copy'
import { walletQuery } from '#/features/deposit/queries'
import { payOutWallet } from '#/features/refund/calls'
import { BankDetailsForm } from '#/features/refund/components/BankDetailsForm'
import { RefundOptions } from '#/features/refund/components/RefundOptions'
import { UpiForm } from '#/features/refund/components/UpiForm'
import { BANK, type Preference, WALLET } from '#/features/refund/model'
import { Pages } from '#/kit/Pages'
import { useSessionUser } from '#/platform/session'
import { RentSlip } from '#/ui/RentSlip'
import { SpinnerBlock } from '#/ui/Spinner'

/** Own money of the wallet goes to a bank account or by UPI: a refund that was put there is turned back. */
export function PayOutWallet({ onDone }: { onDone(): void }) {
  const { walletName } = useAppConfig()
  return (
    <Pages query={walletQuery} pending={<SpinnerBlock label={m.shell_loading()} />} status={() => ''} label="">
      {(pages) => <Ways amount={pages.at(-1)?.ownMoney ?? 0} wallet={walletName} onDone={onDone} />}
    </Pages>
  )
}

interface WaysProps {
  /** Rupees that may be paid out. */
  amount: number
  wallet: string
  onDone(): void
}

function Ways({ amount, wallet, onDone }: WaysProps) {
  const id = useSessionUser()?.id ?? 0
  const queries = useQueryClient()
  const [way, setWay] = useState<Preference>()
  const { mutateAsync } = useMutation({
    mutationFn: (preference: Preference) => payOutWallet(id, preference),
    onSuccess: async () => {
      await queries.invalidateQueries()
      onDone()
    },
  })
  const form = { mode: 'banner', deposit: amount, onNext: onDone, onSaved: mutateAsync } as const
  if (way) return way === BANK ? <BankDetailsForm {...form} /> : <UpiForm {...form} />
  return (
    <div className="grid gap-5">
      <RentSlip
        as="h3"
        title={m.settlement_payout_amount({ wallet })}
        amount={amount}
        className="bg-sunken"
        note={m.settlement_payout_note()}
      />
      <RefundOptions hide={WALLET} onChoose={setWay} busy={false} />
    </div>
  )
}
