import { ArrowDownLeft, ArrowUpRight } from 'lucide-react'
import { m } from '#/copy'
import { DownloadButton } from '#/kit/DownloadButton'
import { VoucherLink } from '#/kit/VoucherLink'
import { cx } from '#/shared/cx'
import { Amount } from '#/ui/Amount'
import { EmptyShelfArt } from '#/ui/art/EmptyShelfArt'
import { EmptyState } from '#/ui/EmptyState'
import type { LedgerEntry } from '../model'
import { receiptPdf } from '../pdf'
import { day, paidBy, purposeWords } from '../words'
import { LedgerSection } from './LedgerSection'
import { StatusChip } from './StatusChip'

/** The payments and refunds, newest first. */
export function PaymentList() {
  return (
    <LedgerSection label={m.invoices_transactions_loading()} failed={m.invoices_transactions_failed()}>
      {({ transactions }) =>
        transactions.length === 0 ? (
          <EmptyState art={<EmptyShelfArt />} title={m.invoices_transactions_empty_title()}>
            {m.invoices_transactions_empty_text()}
          </EmptyState>
        ) : (
          <ul className="divided rounded-card bg-surface px-4">
            {transactions.map((entry) => (
              <PaymentRow key={entry.id} entry={entry} />
            ))}
          </ul>
        )
      }
    </LedgerSection>
  )
}

/**
 * The server sends refunds as negative amounts.
 * On screen every amount is positive, and words say the direction.
 */
function PaymentRow({ entry }: { entry: LedgerEntry }) {
  const refund = entry.amount < 0
  const succeeded = entry.status === 'succeeded'
  const arrived = refund && succeeded
  const Icon = refund ? ArrowDownLeft : ArrowUpRight
  return (
    <li className="flex items-start gap-3 py-4">
      <span className="grid size-10 shrink-0 place-items-center rounded-full bg-brand-soft text-brand-ink">
        <Icon aria-hidden="true" className="size-5" />
      </span>
      <div className="grid min-w-0 flex-1 gap-1">
        <p className="break-words font-semibold">{purposeWords(entry)}</p>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted text-support">
          {day(entry.date)}
          {paidBy(entry) && <span className="break-all">{paidBy(entry)}</span>}
          <StatusChip status={entry.isNotBack ? 'not_back' : entry.status} />
          {entry.rmTransactionId > 0 && (
            <span className="tabular">{m.payments_reference({ id: entry.rmTransactionId })}</span>
          )}
        </p>
        {!refund && succeeded && entry.rmTransactionId > 0 && (
          <DownloadButton file={() => receiptPdf(entry.rmTransactionId)} name={`receipt-${entry.rmTransactionId}.pdf`}>
            {m.invoices_receipt()}
          </DownloadButton>
        )}
        {entry.vouchers?.map((voucher) => (
          <VoucherLink key={voucher.id} voucher={voucher} />
        ))}
        {entry.isNotBack && <p className="text-support">{m.invoices_not_back()}</p>}
        {!refund && entry.status === 'pending' && <p className="text-support">{m.invoices_pending()}</p>}
        {entry.status === 'expired' && <p className="text-support">{m.invoices_unconfirmed()}</p>}
      </div>
      <div className="grid justify-items-end">
        <span className={arrived ? 'text-success-ink' : undefined}>
          {arrived && '+'}
          <Amount value={Math.abs(entry.amount)} />
        </span>
        {(refund || succeeded) && (
          <span className={cx('text-label', arrived ? 'text-success-ink' : 'text-muted')}>
            {refund ? m.invoices_refund() : m.invoices_payment()}
          </span>
        )}
      </div>
    </li>
  )
}
