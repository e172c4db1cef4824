import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCustomerId } from './customer'
import { customerKey, type Kind } from './keys'

/** Has what a change has changed asked for anew, where it is on screen; it is done once the new data are there. */
export function useChanged(): (...kinds: Kind[]) => Promise<unknown> {
  const queries = useQueryClient()
  const customer = useCustomerId()
  return (...kinds) => changedOf(queries, customer, kinds)
}

/** The same where no part of a screen makes the change. */
export function changedOf(queries: QueryClient, customer: number, kinds: readonly Kind[]): Promise<unknown> {
  return Promise.all(kinds.map((kind) => queries.invalidateQueries({ queryKey: customerKey(customer, kind) })))
}

/** Why all that a customer has may have changed at once. */
type Why =
  /** Money changes dues, deposit, invoices, wallet and settlements, and lets requests go on that waited for it. */
  | 'money'
  /** A code has confirmed who it is, so that what was masked is shown. */
  | 'code'
  /** The stream of changes says that something has changed, not what. */
  | 'stream'

export function allChanged(queries: QueryClient, customer: number, _why: Why): Promise<void> {
  return queries.invalidateQueries({ queryKey: customerKey(customer) })
}
