import { useQuery } from '@tanstack/react-query'
import { easyPaymentMetaQuery, type MandateCard } from '#/api/auto-debit'
import { useCustomerId } from '#/api/customer'
import { m } from '#/copy'
import { pageHref } from '#/copy/pages'
import { formatDay } from '#/kit/dates'
import { formatRupees } from '#/shared/money'

interface AutoDebitTermsProps {
  /** The mandate that is offered to be chosen. If absent, one is offered to be set up. */
  card?: MandateCard | undefined
}

/** When rent would be debited, which late fees auto debit saves, and which not. Stands beside the promises. */
export function AutoDebitTerms({ card }: AutoDebitTermsProps) {
  const { data } = useQuery(easyPaymentMetaQuery(useCustomerId()))
  const [option] = data?.autoDebit.paymentOptions ?? []
  const { debitIfChosen: debit } = card ?? option ?? {}
  const date = formatDay(card ? card.debitsFrom : option?.firstDebitDate)
  const due = formatDay(data?.autoDebit.nextDueDate)
  const when = date && due && m.payments_promo_when({ date, due })
  const now =
    debit &&
    !debit.stays &&
    m.payments_promo_now({ amount: formatRupees(debit.amount), date: formatDay(debit.date) ?? '' })
  return (
    <p className="text-muted text-support">
      {now || when} {m.payments_promo_terms()}{' '}
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
