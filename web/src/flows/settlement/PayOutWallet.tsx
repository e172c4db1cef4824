import { useMutation } from '@tanstack/react-query'
import { useChanged } from '#/api/changed'
import { useAppConfig } from '#/api/config'
import { useCustomerId } from '#/api/customer'
import { RejectedError } from '#/api/errors'
import { BANK, LEAST_PAYOUT, type Preference, WALLET } from '#/api/refund-preference'
import type { components } from '#/api/schema'
import { m } from '#/copy'
import { walletQuery } from '#/features/deposit/queries'
import { payOutWallet, refundChanges, savePayee } from '#/features/refund/calls'
import { BankDetailsForm } from '#/features/refund/components/BankDetailsForm'
import { RefundOptions } from '#/features/refund/components/RefundOptions'
import { UpiForm } from '#/features/refund/components/UpiForm'
import type { EnteredPayee } from '#/features/refund/model'
import { useDraftState } from '#/kit/draft-storage'
import { duePartLabel } from '#/kit/due-parts'
import { InfiniteList } from '#/kit/InfiniteList'
import { useBackCloses } from '#/platform/back'
import { sumRupees } from '#/shared/money'
import { AmountList, AmountRow } from '#/ui/AmountRow'
import { Notice } from '#/ui/Notice'
import { RentSlip } from '#/ui/RentSlip'
import { SpinnerBlock } from '#/ui/Spinner'

/**
 * Pays own money of the wallet to a bank account or by UPI, for example a refund that went into the wallet.
 */
export function PayOutWallet({ onDone }: { onDone(): void }) {
  const { walletName } = useAppConfig()
  return (
    <InfiniteList
      query={walletQuery(useCustomerId())}
      pending={<SpinnerBlock label={m.kit_loading()} />}
      status={() => ''}
      label=""
      failed={m.deposit_wallet_failed({ wallet: walletName })}
    >
      {(pages) => {
        const newest = pages.at(-1)
        return newest && <Ways quote={newest.payout} balance={newest.rentoMoney} onDone={onDone} />
      }}
    </InfiniteList>
  )
}

type Quote = components['schemas']['WalletQuote']

interface WaysProps {
  /** What the server would pay out now. */
  quote: Quote
  /** Rupees in the wallet. */
  balance: number
  onDone(): void
}

function Ways({ quote, balance, onDone }: WaysProps) {
  const id = useCustomerId()
  const changed = useChanged()
  const [chosen, setWay] = useDraftState<Preference | undefined>('wallet-payout', undefined)
  const payable = quote.amount >= LEAST_PAYOUT
  const way = payable ? chosen : undefined
  useBackCloses(way !== undefined, () => setWay(undefined))
  const { mutateAsync } = useMutation({
    mutationFn: async (payee: EnteredPayee) => {
      await savePayee(id, payee)
      await payOutWallet(id, payee.preference, quote.amount)
    },
    onSuccess: async () => {
      await changed(...refundChanges)
      onDone()
    },
    // The wallet has less by now than the screen shows, so load the current amount.
    onError: (error) => error instanceof RejectedError && changed('wallet'),
  })
  const sum = <Sum quote={quote} balance={balance} />
  const form = { mode: 'banner', sum, onNext: onDone, send: mutateAsync, payout: quote.amount } as const
  if (way) return way === BANK ? <BankDetailsForm {...form} /> : <UpiForm {...form} />
  return (
    <div className="grid gap-5">
      {sum}
      {payable && <RefundOptions hide={WALLET} onChoose={setWay} busy={false} />}
    </div>
  )
}

/**
 * What is paid to the customer, and what happens to the rest: dues are paid first,
 * and promotional credit stays.
 */
function Sum({ quote: { amount, dueParts }, balance }: Pick<WaysProps, 'quote' | 'balance'>) {
  const { walletName: wallet } = useAppConfig()
  const title = m.settlement_payout_paid()
  if (amount < LEAST_PAYOUT) return <Notice tone="due">{m.deposit_wallet_for_dues()}</Notice>
  const gifts = sumRupees([balance, -amount, ...dueParts.map((part) => -part.amount)])
  return (
    <RentSlip as="h3" title={title} amount={amount} className="bg-sunken" note={m.settlement_payout_note()}>
      <AmountList>
        <AmountRow label={m.deposit_wallet_balance({ wallet })} value={balance} />
        {dueParts.map((part) => (
          <AmountRow
            key={part.kind}
            label={m.settlement_payout_due({ what: duePartLabel(part.kind) })}
            value={-part.amount}
          />
        ))}
        {gifts > 0 && <AmountRow label={m.settlement_payout_gifts()} value={-gifts} />}
        <AmountRow total label={title} value={amount} />
      </AmountList>
    </RentSlip>
  )
}
