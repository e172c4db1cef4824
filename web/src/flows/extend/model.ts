import type { components } from '#/api/schema'
import { sumRupees } from '#/shared/money'
import type { Flow, FlowDraft, PRODUCTS } from '../kit/define-flow'

export type ExtensionDetails = components['schemas']['ExtensionDetails']

/** The extensions in months, the default first. */
export const extensionMonths = [3, 6] as const
export type ExtensionMonths = (typeof extensionMonths)[number]

/** What the customer has chosen so far in the extension. */
export interface ExtendDraft extends FlowDraft {
  months: ExtensionMonths
  /** The offer that was sent and not refused. It stays on screen, so that a retry sends the same request. */
  sent?: { chosen: number[]; months: ExtensionMonths; items: Extension[] }
}

export const MONTHS = 'choose-extend-subscription-month'
export const CONFIRM = 'extend-subscription-confirm'

export type ExtendStep = typeof PRODUCTS | typeof MONTHS | typeof CONFIRM

/** The extensions that were agreed. */
export interface ExtensionsMade {
  items: Extension[]
}

export type ExtendFlow = Flow<ExtendDraft, ExtendStep, ExtensionsMade>

/** The most that it costs to return an item before the new tenure ends, in rupees without GST. */
export interface Leaving {
  most: number
  /** The cost does not depend on how much of the tenure is left. */
  isFixed: boolean
  /** The first day after the new tenure. From then on, returning the item is free. */
  end: string
}

/** An item as it would be extended. Rents are in rupees a month, without GST. */
export interface Extension {
  orderItemId: number
  productName: string
  thumbnail: string
  tenureEnd: string
  /** The rent just before the new rent. */
  rent: number
  /** `rent` is not charged yet, because an earlier extension has not started. */
  isRentToCome: boolean
  newRent: number
  /** The first day of the new rent. It is charged until the new tenure ends. */
  from: string
  until: string
  leaving: Leaving
  /** The last day on which the extension can be taken back. Undefined if it cannot be. */
  takeBackUntil: string | undefined
}

/** The server's offers for a tenure. Items without an offer are left out. */
export function extensionsFor(details: ExtensionDetails[], months: ExtensionMonths): Extension[] {
  return details.flatMap((item) => {
    const offer = item.extensionTenures[String(months)]
    if (!offer) return []
    const { orderItemId, productName, thumbnail, tenureEndDate, currentRent, isAC } = item
    const { rent, rentBefore, rentFrom, extendingTenureUpto, maxLeavingCharge, takeBackUntil } = offer
    return {
      orderItemId,
      productName,
      thumbnail,
      tenureEnd: tenureEndDate,
      rent: rentBefore,
      isRentToCome: rentBefore !== currentRent,
      newRent: rent,
      from: rentFrom,
      until: extendingTenureUpto,
      leaving: { most: maxLeavingCharge, isFixed: isAC, end: extendingTenureUpto },
      takeBackUntil,
    }
  })
}

/**
 * What is shown and sent. After no response, it is the offer that was sent, unless the choices have changed.
 */
export function extensionsToShow(details: ExtensionDetails[], { chosen, months, sent }: ExtendDraft): Extension[] {
  const same = sent?.months === months && sent.chosen.join() === chosen.join()
  return same ? sent.items : extensionsFor(details, months)
}

export interface RentChange {
  now: number
  later: number
  change: number
}

/** The monthly rent of all items. */
export function rentChange(items: Extension[]): RentChange {
  const now = sumRupees(items.map(({ rent }) => rent))
  const later = sumRupees(items.map(({ newRent }) => newRent))
  return { now, later, change: sumRupees([later, -now]) }
}
