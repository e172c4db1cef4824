import { m } from '#/copy'

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

/** Which requests a list has, as the call says it: the live ones or those that are over; without it, all. */
export type ActiveStatus = 'true' | 'false'

/** Anything else in an address asks for all. */
export function activeStatusOf(value: string | undefined): ActiveStatus | undefined {
  return value === 'true' || value === 'false' ? value : undefined
}
