import { Link } from '@tanstack/react-router'
import type { components } from '#/api/schema'
import { m } from '#/copy'

/** Links to the printable form of a voucher for rent in advance. */
export function VoucherLink({ voucher: { id, kind, number } }: { voucher: components['schemas']['AdvanceVoucher'] }) {
  return (
    <Link
      to="/print-pdf/{-$pdfType}"
      params={{ pdfType: 'voucher' }}
      search={{ voucher: id }}
      className="inline-flex min-h-8 items-center font-semibold text-brand-ink text-support underline-offset-4 hover:underline"
    >
      {kind === 'receipt' ? m.kit_voucher_receipt({ number }) : m.kit_voucher_refund({ number })}
    </Link>
  )
}
