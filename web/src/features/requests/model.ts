import type { ActiveProduct } from '#/api/dashboard'
import { m } from '#/copy'
import type { FlowName } from '#/kit/flow-names'

/** Functions, because a text is looked up at render time to follow the language. */
interface FlowWords {
  title(): string
  /** The {type} in the text of the empty state. */
  type(): string
}

export const flowWords: Record<FlowName, FlowWords> = {
  'transfer-ownership': { title: m.requests_transfer_title, type: m.requests_type_transfer },
  'relocate-subscription': { title: m.requests_relocate_title, type: m.requests_type_relocate },
  'close-subscription': { title: m.requests_close_title, type: m.requests_type_close },
  'repair-request': { title: m.requests_repair_title, type: m.requests_type_repair },
  'extend-subscription': { title: m.requests_extend_title, type: m.requests_type_extend },
}

/**
 * Who sees a flow in the list of requests. The list has this order.
 * A direct link opens every flow for everybody.
 */
const offeredTo: Record<FlowName, 'everybody' | 'agents'> = {
  'transfer-ownership': 'everybody',
  'relocate-subscription': 'everybody',
  'close-subscription': 'everybody',
  'repair-request': 'everybody',
  'extend-subscription': 'agents',
}

/** The flows that the list of requests offers to a customer, or to an agent. */
export function offeredFlows(isAgent: boolean): FlowName[] {
  const flows = Object.keys(offeredTo) as FlowName[]
  return flows.filter((flow) => isAgent || offeredTo[flow] === 'everybody')
}

/**
 * The items that a flow can be about: active items and, for a transfer, only items that may be transferred.
 */
export function eligibleProducts(flow: FlowName, products: ActiveProduct[]): ActiveProduct[] {
  return flow === 'transfer-ownership' ? products.filter((product) => product.isCILAllowed) : products
}

/** A request covers only one city, because our team comes once. */
export function isOneCity(products: ActiveProduct[]): boolean {
  return new Set(products.map((product) => product.locationId)).size <= 1
}
