import { queryOptions } from '@tanstack/react-query'
import { api } from '#/api/client'
import { customerKey } from '#/api/keys'
import type { components } from '#/api/schema'
import { unwrap } from '#/api/unwrap'
import { getLocale, m } from '#/copy'

export type PaperPages = components['schemas']['PaperPages']

/** The parameters that identify a printed document, besides its type. */
export interface PaperSearch {
  invoiceId?: string
  rmTransactionId?: string
  orderId?: string
  ticketId?: string
  voucher?: string
  challan?: string
  /** The first and last day of a statement, YYYY-MM-DD. */
  from?: string
  to?: string
}

const text = (value: unknown) => (typeof value === 'string' && value ? value : undefined)

/** Reads the parameters of a document from the address. */
export function paperSearch({
  invoiceId,
  rmTransactionId,
  orderId,
  ticketId,
  voucher,
  challan,
  from,
  to,
}: Record<string, unknown>): PaperSearch {
  return {
    invoiceId: text(invoiceId),
    rmTransactionId: text(rmTransactionId),
    orderId: text(orderId),
    ticketId: text(ticketId),
    voucher: text(voucher),
    challan: text(challan),
    from: text(from),
    to: text(to),
  }
}

/** The format of the answer: a file, or pictures of the pages. */
type As = { headers: { Accept: string }; parseAs?: 'blob' }

interface Paper {
  title(words: { wallet: string }): string
  /** The page that links to this document and lists all others of its kind. */
  list: '/my-subscriptions/invoices' | '/my-subscriptions/transactions' | '/my-subscriptions/all-requests'
  /** The document covers a range of days, and is also available as rows for a spreadsheet. */
  isStatement?: true
  /** Undefined if the address does not identify a document. */
  fetch(search: PaperSearch, customer: number, as: As): Promise<unknown> | undefined
}

/** The id from the address, or undefined if the text cannot be an id. */
const idOf = (text?: string) => (text && /^\d{1,18}$/.test(text) ? Number(text) : undefined)

/** Fetches a document that is identified by one id of the address. */
function byId(name: keyof PaperSearch, fetch: (id: number, as: As) => Promise<unknown>): Paper['fetch'] {
  return (search, _, as) => {
    const id = idOf(search[name])
    return id === undefined ? undefined : fetch(id, as)
  }
}

const invoice: Paper = {
  title: m.papers_invoice,
  list: '/my-subscriptions/invoices',
  fetch({ invoiceId }, id, as) {
    const asked = idOf(invoiceId)
    if (invoiceId && asked === undefined) return undefined
    const params = { path: { id }, query: { invoiceId: asked } }
    return unwrap<unknown>(api.GET('/api/RMUsers/{id}/getRentalInvoice', { params, ...as }))
  },
}

/** All documents that can be printed, by their name in the address. */
export const papers = {
  invoice,
  'rental-invoice': invoice,
  receipt: {
    title: m.papers_receipt,
    list: '/my-subscriptions/transactions',
    fetch: byId('rmTransactionId', (rmTransactionId, as) =>
      unwrap<unknown>(api.GET('/api/Payments/receipt', { params: { query: { rmTransactionId } }, ...as })),
    ),
  },
  voucher: {
    title: m.papers_voucher,
    list: '/my-subscriptions/transactions',
    fetch: byId('voucher', (voucher, as) =>
      unwrap<unknown>(api.GET('/api/Payments/advanceVoucher', { params: { query: { voucher } }, ...as })),
    ),
  },
  order: {
    title: m.papers_order,
    list: '/my-subscriptions/invoices',
    fetch: byId('orderId', (orderId, as) =>
      unwrap<unknown>(api.GET('/api/Orders/getOrderDetailsForPdf', { params: { query: { orderId } }, ...as })),
    ),
  },
  agreement: {
    title: m.papers_agreement,
    list: '/my-subscriptions/all-requests',
    fetch({ ticketId }, _, as) {
      const query = ticketId ? { ticketId } : undefined
      return query
        ? unwrap<unknown>(api.GET('/api/ServiceRequests/novationAgreement', { params: { query }, ...as }))
        : undefined
    },
  },
  challan: {
    title: m.papers_challan,
    list: '/my-subscriptions/all-requests',
    fetch: byId('challan', (challan, as) =>
      unwrap<unknown>(api.GET('/api/ServiceRequests/deliveryChallan', { params: { query: { challan } }, ...as })),
    ),
  },
  statement: {
    title: m.papers_statement,
    list: '/my-subscriptions/transactions',
    isStatement: true,
    fetch: ({ from, to }, _id, as) =>
      unwrap<unknown>(api.GET('/api/Dashboards/getAccountStatement', { params: { query: { from, to } }, ...as })),
  },
  wallet: {
    isStatement: true,
    title: m.papers_wallet,
    list: '/my-subscriptions/transactions',
    fetch: ({ from, to }, _id, as) =>
      unwrap<unknown>(api.GET('/api/Dashboards/getWalletTransactions', { params: { query: { from, to } }, ...as })),
  },
  deposit: {
    isStatement: true,
    title: m.papers_deposit,
    list: '/my-subscriptions/transactions',
    fetch: ({ from, to }, _id, as) =>
      unwrap<unknown>(api.GET('/api/Dashboards/getDepositDetails', { params: { query: { from, to } }, ...as })),
  },
} satisfies Record<string, Paper> as Record<PaperType, Paper>

export type PaperType =
  | 'invoice'
  | 'rental-invoice'
  | 'receipt'
  | 'voucher'
  | 'order'
  | 'agreement'
  | 'challan'
  | 'statement'
  | 'wallet'
  | 'deposit'

export function isPaperType(type: string): type is PaperType {
  return Object.hasOwn(papers, type)
}

/** The document as pictures of its pages. Null if the address does not identify a document. */
export function paperQuery(customer: number, type: PaperType, search: PaperSearch) {
  const as = { headers: { Accept: 'application/vnd.rento.pages+json' } }
  return queryOptions({
    queryKey: customerKey(customer, 'papers', type, search, getLocale()),
    queryFn: async () => ((await papers[type].fetch(search, customer, as)) ?? null) as PaperPages | null,
  })
}

/** The document as a PDF, or its rows as CSV. */
export function paperFile(
  customer: number,
  type: PaperType,
  search: PaperSearch,
  media: 'application/pdf' | 'text/csv' = 'application/pdf',
): Promise<Blob> {
  const as = { headers: { Accept: media }, parseAs: 'blob' } as const
  return papers[type].fetch(search, customer, as) as Promise<Blob>
}
