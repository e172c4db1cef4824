import { createFileRoute } from '@tanstack/react-router'
import { prefetch } from '#/app/prefetch'
import { contactsQuery, referralsQuery } from '#/features/referral/queries'
import { ReferralPage } from '#/pages/referral/ReferralPage'
import { isDirectLogin } from '#/state/session'

export const Route = createFileRoute('/_default/referral')({
  validateSearch: ({ code }): { code?: string } => ({ code: codeOf(code) }),
  loader: ({ context }) =>
    prefetch(context, (queries, customer) => {
      if (isDirectLogin()) return
      void queries.prefetchQuery(referralsQuery(customer))
      void queries.prefetchQuery(contactsQuery(customer))
    }),
  shouldReload: false,
  component: ReferralPage,
})

/** A friend's code from an invitation link. The router parses a code of digits as a number. */
function codeOf(code: unknown): string | undefined {
  const text = String(code ?? '').toLowerCase()
  return /^[0-9a-z]{4,32}$/.test(text) ? text : undefined
}
