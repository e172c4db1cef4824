import { useMutation } from '@tanstack/react-query'
import { useChanged } from '#/api/changed'
import { useAppConfig } from '#/api/config'
import { useCustomerId } from '#/api/customer'
import { m } from '#/copy'
import { walletQuery } from '#/features/deposit/queries'
import { payOutWallet } from '#/features/refund/calls'
import { BankDetailsForm } from '#/features/refund/components/BankDetailsForm'
import { RefundOptions } from '#/features/refund/components/RefundOptions'
import { UpiForm } from '#/features/refund/components/UpiForm'
import { BANK, type Preference, WALLET } from '#/features/refund/model'
import { useKept } from '#/kit/kept'
import { Pages } from '#/kit/Pages'
import { useBackCloses } from '#/platform/back'
import { RentSlip } from '#/ui/RentSlip'
import { SpinnerBlock } from '#/ui/Spinner'

/** Own money of the wallet goes to a bank account or by UPI: a refund that was put there is turned back. */
export function PayOutWallet({ onDone }: { onDone(): void }) {
  const { walletName } = useAppConfig()
  return (
    <Pages
      query={walletQuery(useCustomerId())}
      pending={<SpinnerBlock label={m.kit_loading()} />}
      status={() => ''}
      label=""
      failed={m.deposit_wallet_failed({ wallet: walletName })}
    >
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
  const id = useCustomerId()
  const changed = useChanged()
  const [way, setWay] = useKept<Preference | undefined>('wallet-payout', undefined)
  useBackCloses(way !== undefined, () => setWay(undefined))
  const { mutateAsync } = useMutation({
    mutationFn: (preference: Preference) => payOutWallet(id, preference, amount),
    onSuccess: async () => {
      await changed('wallet', 'refund', 'dashboard')
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
