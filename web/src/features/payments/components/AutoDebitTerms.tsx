import { useQuery } from '@tanstack/react-query'
import { easyPaymentMetaQuery } from '#/api/auto-debit'
import { useCustomerId } from '#/api/customer'
import { m } from '#/copy'
import { pageHref } from '#/copy/pages'
import { formatDay } from '#/kit/dates'

/** When rent would be debited, which late fees auto debit saves, and which not. Stands beside the promises. */
export function AutoDebitTerms() {
  const { data } = useQuery(easyPaymentMetaQuery(useCustomerId()))
  const date = formatDay(data?.autoDebit.paymentOptions[0]?.firstDebitDate)
  const due = formatDay(data?.autoDebit.nextDueDate)
  return (
    <p className="text-muted text-support">
      {date && due && m.payments_promo_when({ date, due })} {m.payments_promo_terms()}{' '}
      <a
        href={pageHref('/terms-and-conditions')}
        target="_blank"
        rel="noreferrer"
        className="font-semibold text-brand-ink underline"
      >
        {m.payments_terms_link()}
        <span className="visually-hidden"> ({m.payments_terms_new_tab()})</span>
      </a>
    </p>
  )
}
