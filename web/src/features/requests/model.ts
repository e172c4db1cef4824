import type { ActiveProduct } from '#/api/dashboard'
import { m } from '#/copy'

export type FlowName =
  | 'transfer-ownership'
  | 'relocate-subscription'
  | 'close-subscription'
  | 'repair-request'
  | 'extend-subscription'

/** Codes of the requests as the calls carry them. */
export const requestCodes = {
  closure: 200,
  repair: 20,
  relocation: 65,
  /** A second code for relocation, which one call of older clients carries; never sent from here. */
  relocationAlias: 60,
  transfer: 690,
} as const

/** What the calls name them; what people read is kindName. */
export const requestNames: Record<number, string> = {
  [requestCodes.closure]: 'Closure',
  [requestCodes.repair]: 'Repair',
  [requestCodes.relocation]: 'Relocation',
  [requestCodes.transfer]: 'Ownership Transfer',
}

/** A kind of request for people; one that we do not know keeps the server's name. */
export function kindName(requestType: number | undefined, fallback = ''): string {
  switch (requestType) {
    case requestCodes.closure:
      return m.requests_kind_closure()
    case requestCodes.repair:
      return m.requests_kind_repair()
    case requestCodes.relocation:
      return m.requests_kind_relocation()
    case requestCodes.transfer:
      return m.requests_kind_transfer()
    default:
      return fallback
  }
}

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

/** Everybody may ask for four things; an agent may also extend. */
export function offeredFlows(directLogin: boolean): FlowName[] {
  const flows: FlowName[] = ['transfer-ownership', 'relocate-subscription', 'close-subscription', 'repair-request']
  return directLogin ? [...flows, 'extend-subscription'] : flows
}

/** Items that a flow can be about: active ones, and for a transfer only those that may change hands. */
export function eligibleProducts(flow: FlowName, products: ActiveProduct[]): ActiveProduct[] {
  return flow === 'transfer-ownership' ? products.filter((product) => product.isCILAllowed) : products
}

/** Which requests a list has, as the call says it: the live ones or those that are over; without it, all. */
export type ActiveStatus = 'true' | 'false'

/** Anything else in an address asks for all. */
export function activeStatusOf(value: string | undefined): ActiveStatus | undefined {
  return value === 'true' || value === 'false' ? value : undefined
}
