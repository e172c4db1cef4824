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

/** Puts something of each kind that no screen shows into the memory, and answers which of it has to be asked for anew. */
export function watchKinds(queries: QueryClient, customer = 7): () => Kind[] {
  for (const kind of kinds) queries.setQueryData(customerKey(customer, kind, 'watched'), true)
  return () => kinds.filter((kind) => queries.getQueryState(customerKey(customer, kind, 'watched'))?.isInvalidated)
}
