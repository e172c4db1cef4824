import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCustomerId } from './customer'
import { customerKey, type Kind } from './keys'

/** Refetches the data that a change affects, where it is on screen. Resolves once the new data is there. */
export function useChanged(): (...kinds: Kind[]) => Promise<unknown> {
  const queries = useQueryClient()
  const customer = useCustomerId()
  return (...kinds) => changedOf(queries, customer, kinds)
}

/** The same as `useChanged`, for code outside of components. */
export function changedOf(queries: QueryClient, customer: number, kinds: readonly Kind[]): Promise<unknown> {
  return Promise.all(kinds.map((kind) => queries.invalidateQueries({ queryKey: customerKey(customer, kind) })))
}

/** Why all data of a customer may have changed at once. */
type Why =
  /** Money changes dues, deposit, invoices, wallet and settlements, and unblocks requests waiting for it. */
  | 'money'
  /** A code has confirmed the customer's identity, so data that was masked is shown. */
  | 'code'
  /** The live stream says that something has changed, but not what. */
  | 'stream'

export function allChanged(queries: QueryClient, customer: number, _why: Why): Promise<void> {
  return queries.invalidateQueries({ queryKey: customerKey(customer) })
}
