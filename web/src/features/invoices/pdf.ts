import { api } from '#/api/client'
import { unwrap } from '#/api/unwrap'

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
