import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useCustomerId } from '#/api/customer'
import { NotAvailableError } from '#/api/errors'
import { m } from '#/copy'
import { dataAge } from '#/kit/DataAge'
import { DocumentLink } from '#/kit/DocumentLink'
import { DownloadButton } from '#/kit/DownloadButton'
import { QueryContent } from '#/kit/QueryContent'
import { EmptyShelfArt } from '#/ui/art/EmptyShelfArt'
import { EmptyState } from '#/ui/EmptyState'
import { LinkButton } from '#/ui/LinkButton'
import { SkeletonList } from '#/ui/Skeleton'
import { owedOn } from '../model'
import { invoicePdf, pdfName } from '../pdf'
import { invoiceQuery } from '../queries'
import { InvoiceExplained } from './InvoiceExplained'
import { InvoiceSheet } from './InvoiceSheet'

interface InvoiceDocumentProps {
  /** The button that pays what is open. */
  pay?: ReactNode
  /** Without an id, the latest invoice is shown. */
  invoiceId?: number
}

export function InvoiceDocument({ invoiceId, pay }: InvoiceDocumentProps) {
  const customerId = useCustomerId()
  const query = useQuery(invoiceQuery(customerId, invoiceId))
  if (!query.data && query.error instanceof NotAvailableError) return <NoSuchInvoice latest={invoiceId === undefined} />
  return (
    <QueryContent
      query={query}
      pending={<SkeletonList label={m.invoices_loading()} rows={4} />}
      age={dataAge}
      failed={m.invoices_document_failed()}
    >
      {(doc) => (
        <div className="grid gap-5">
          <InvoiceSheet doc={doc} />
          {owedOn(doc) > 0 && pay}
          <InvoiceExplained doc={doc} />
          <DownloadButton
            file={() => invoicePdf(customerId, doc.invoiceId)}
            name={pdfName(doc.invoiceNumber)}
            beside={<DocumentLink type="invoice" search={{ invoiceId: String(doc.invoiceId) }} />}
          />
        </div>
      )}
    </QueryContent>
  )
}

/**
 * A customer without any invoice did nothing wrong.
 * With an id, the id is wrong or belongs to another customer.
 */
function NoSuchInvoice({ latest }: { latest: boolean }) {
  const all = (
    <LinkButton to="/my-subscriptions/invoices" variant="secondary">
      {m.invoices_see_invoices()}
    </LinkButton>
  )
  return (
    <EmptyState
      art={<EmptyShelfArt />}
      title={latest ? m.invoices_empty_title() : m.invoices_not_found_title()}
      action={!latest && all}
    >
      {latest && m.invoices_empty_text()}
    </EmptyState>
  )
}
