import { queryOptions } from '@tanstack/react-query'
import { api } from '#/api/client'
import { customerKey } from '#/api/keys'
import { unwrap } from '#/api/unwrap'

/** Every invoice and payment of the customer, newest first. */
export const ledgersQuery = (customer: number) =>
  queryOptions({
    queryKey: customerKey(customer, 'invoices', 'ledgers'),
    queryFn: () => unwrap(api.GET('/api/Dashboards/getLedgersData')),
  })

/** One invoice with how each figure was computed; without an id the latest. */
export function invoiceQuery(customerId: number, invoiceId?: number) {
  return queryOptions({
    queryKey: customerKey(customerId, 'invoices', invoiceId ?? 'latest'),
    queryFn: () =>
      unwrap(
        api.GET('/api/RMUsers/{id}/getRentalInvoice', { params: { path: { id: customerId }, query: { invoiceId } } }),
      ),
  })
}

/** A document as a PDF in the language of the screen: any client may ask for it so. */
export function invoicePdf(customerId: number, invoiceId: number): Promise<Blob> {
  return unwrap<Blob>(
    api.GET('/api/RMUsers/{id}/getRentalInvoice', {
      params: { path: { id: customerId }, query: { invoiceId } },
      headers: { Accept: 'application/pdf' },
      parseAs: 'blob',
    }),
  )
}

/** The name of a document's file: numbers have slashes. */
export function pdfName(number: string): string {
  return `${number.replaceAll('/', '-')}.pdf`
}

/** The receipt of a payment that has succeeded. */
export function receiptPdf(rmTransactionId: number): Promise<Blob> {
  return unwrap<Blob>(api.GET('/api/Payments/receipt', { params: { query: { rmTransactionId } }, parseAs: 'blob' }))
}
