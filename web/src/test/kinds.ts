import type { QueryClient } from '@tanstack/react-query'
import { customerKey, type Kind } from '#/api/keys'

const kinds: readonly Kind[] = [
  'addresses',
  'dashboard',
  'deposit',
  'invoices',
  'refund',
  'requests',
  'subscriptions',
  'wallet',
]

/** Caches a query of each kind that no screen uses. Returns a function that lists the invalidated kinds. */
export function watchKinds(queries: QueryClient, customer = 7): () => Kind[] {
  for (const kind of kinds) queries.setQueryData(customerKey(customer, kind, 'watched'), true)
  return () => kinds.filter((kind) => queries.getQueryState(customerKey(customer, kind, 'watched'))?.isInvalidated)
}
