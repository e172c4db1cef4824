import { useNavigate, useSearch } from '@tanstack/react-router'
import { useAppConfig } from '#/api/config'
import { m } from '#/copy'
import { DepositStatement } from '#/features/deposit/components/DepositStatement'
import { WalletStatement } from '#/features/deposit/components/WalletStatement'
import { PaymentList } from '#/features/invoices/components/PaymentList'
import { usePaymentBusy } from '#/features/payments/store'
import { PayButton } from '#/kit/PayButton'
import { requestPayment } from '#/state/payment-request'
import { LinkButton } from '#/ui/LinkButton'
import { PageTitle } from '#/ui/PageTitle'
import { Tabs } from '#/ui/Tabs'
import type { TransactionTab } from './tab'

/** The customer's payments, wallet and deposit. The selected tab is part of the address. */
export function TransactionsPage() {
  const { tab = 'payments' } = useSearch({ from: '/_default/my-subscriptions/transactions' })
  const navigate = useNavigate()
  const { walletName } = useAppConfig()
  const select = (next: TransactionTab) =>
    void navigate({ to: '.', search: (search) => ({ ...search, tab: next }), replace: true })
  const account = (
    <LinkButton to="/print-pdf/{-$pdfType}" params={{ pdfType: 'statement' }} variant="quiet" compact>
      {m.papers_statement()}
    </LinkButton>
  )
  return (
    <>
      <PageTitle aside={account}>{m.transactions_title()}</PageTitle>
      <Tabs<TransactionTab>
        label={m.transactions_tab_label()}
        selected={tab}
        onSelect={select}
        tabs={[
          { id: 'payments', label: m.transactions_tab_payments() },
          { id: 'wallet', label: m.transactions_tab_wallet({ wallet: walletName }) },
          { id: 'deposit', label: m.transactions_tab_deposit() },
        ]}
      >
        {tab === 'payments' && <PaymentList />}
        {tab === 'wallet' && <WalletStatement />}
        {tab === 'deposit' && <DepositStatement pay={<PayDeposit />} />}
      </Tabs>
    </>
  )
}

function PayDeposit() {
  const busy = usePaymentBusy()
  return (
    <PayButton wide busy={busy} onClick={() => requestPayment({ type: 'deposit', autoDebit: false })}>
      {m.transactions_pay()}
    </PayButton>
  )
}
