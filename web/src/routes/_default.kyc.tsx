import { createFileRoute } from '@tanstack/react-router'
import { prefetch } from '#/app/prefetch'
import { completionQuery, kycDataQuery } from '#/features/kyc/queries'
import { KycPage } from '#/pages/kyc/KycPage'

export const Route = createFileRoute('/_default/kyc')({
  loader: ({ context }) =>
    prefetch(context, (queries, customer) => {
      void queries.prefetchQuery(kycDataQuery(customer))
      void queries.prefetchQuery(completionQuery(customer))
    }),
  shouldReload: false,
  component: KycPage,
})
