import { api } from '#/api/client'
import { unwrap } from '#/api/unwrap'

/** The invoice as a PDF in the language of the screen. */
export function invoicePdf(customerId: number, invoiceId: number): Promise<Blob> {
  return unwrap<Blob>(
    api.GET('/api/RMUsers/{id}/getRentalInvoice', {
      params: { path: { id: customerId }, query: { invoiceId } },
      headers: { Accept: 'application/pdf' },
      parseAs: 'blob',
    }),
  )
}

/** The file name of a document. Invoice numbers have slashes, which file names cannot have. */
export function pdfName(number: string): string {
  return `${number.replaceAll('/', '-')}.pdf`
}

/** The receipt of a successful payment, as a PDF. */
export function receiptPdf(rmTransactionId: number): Promise<Blob> {
  return unwrap<Blob>(api.GET('/api/Payments/receipt', { params: { query: { rmTransactionId } }, parseAs: 'blob' }))
}
