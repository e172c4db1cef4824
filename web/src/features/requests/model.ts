import type { ActiveProduct } from '#/api/dashboard'
import { m } from '#/copy'
import type { FlowName } from '#/kit/flow-names'

/** Words are asked for at render time, so that they follow the language. */
interface FlowWords {
  title(): string
  /** The {type} of the empty state. */
  type(): string
}

export const flowWords: Record<FlowName, FlowWords> = {
  'transfer-ownership': { title: m.requests_transfer_title, type: m.requests_type_transfer },
  'relocate-subscription': { title: m.requests_relocate_title, type: m.requests_type_relocate },
  'close-subscription': { title: m.requests_close_title, type: m.requests_type_close },
  'repair-request': { title: m.requests_repair_title, type: m.requests_type_repair },
  'extend-subscription': { title: m.requests_extend_title, type: m.requests_type_extend },
}

/** To whom the list of requests offers a flow, in the order of that list. A link opens each for everybody. */
const offeredTo: Record<FlowName, 'everybody' | 'agents'> = {
  'transfer-ownership': 'everybody',
  'relocate-subscription': 'everybody',
  'close-subscription': 'everybody',
  'repair-request': 'everybody',
  'extend-subscription': 'agents',
}

/** Which flows the list of requests offers to a person, or to an agent who acts for one. */
export function offeredFlows(isAgent: boolean): FlowName[] {
  const flows = Object.keys(offeredTo) as FlowName[]
  return flows.filter((flow) => isAgent || offeredTo[flow] === 'everybody')
}

/** Items that a flow can be about: active ones, and for a transfer only those that may change hands. */
export function eligibleProducts(flow: FlowName, products: ActiveProduct[]): ActiveProduct[] {
  return flow === 'transfer-ownership' ? products.filter((product) => product.isCILAllowed) : products
}

/** One request is about one city: our team comes once. */
export function isOneCity(products: ActiveProduct[]): boolean {
  return new Set(products.map((product) => product.locationId)).size <= 1
}
