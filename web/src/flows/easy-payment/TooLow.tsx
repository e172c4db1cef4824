import type { EasyPaymentMeta } from '#/api/auto-debit'
import { m } from '#/copy'
import { useTranslatedOptions } from '#/features/payments/use-translated-options'
import { formatRupees } from '#/shared/money'

interface TooLowProps {
  meta: EasyPaymentMeta
  className?: string
}

/** Why a payment method is not offered: its limit is below a month's rent. */
export function TooLow({ meta: { autoDebit, liveItemInvoiceAmount }, className = '' }: TooLowProps) {
  const ways = useTranslatedOptions(autoDebit.tooLowOptions)
  if (ways.length === 0) return null
  const rent = formatRupees(liveItemInvoiceAmount)
  return (
    <ul className={`grid gap-2 text-muted text-support ${className}`}>
      {ways.map(({ uniqueId, name, maxAmount }) => (
        <li key={uniqueId}>{m.easy_payment_too_low({ name, limit: formatRupees(maxAmount), rent })}</li>
      ))}
    </ul>
  )
}
