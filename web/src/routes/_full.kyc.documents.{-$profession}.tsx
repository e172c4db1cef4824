import { createFileRoute, notFound } from '@tanstack/react-router'
import { NotFoundPage } from '#/app/error/NotFoundPage'
import { prefetch } from '#/app/prefetch'
import { completionQuery, kycDataQuery } from '#/features/kyc/queries'
import { typeOfSlug } from '#/pages/kyc-documents/address'
import { KycDocumentsPage } from '#/pages/kyc-documents/KycDocumentsPage'

export const Route = createFileRoute('/_full/kyc/documents/{-$profession}')({
  // The open document, or "profession". For any other word, the page shows the list.
  validateSearch: ({ document }): { document?: string } => ({ document: document as string | undefined }),
  loader({ context, params: { profession } }) {
    if (profession !== undefined && typeOfSlug(profession) === undefined) throw notFound()
    prefetch(context, (queries, customer) => {
      void queries.prefetchQuery(kycDataQuery(customer))
      void queries.prefetchQuery(completionQuery(customer))
    })
  },
  shouldReload: false,
  notFoundComponent: NotFoundPage,
  component: KycDocumentsPage,
})
