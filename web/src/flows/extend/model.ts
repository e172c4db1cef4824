import type { components } from '#/api/schema'
import { sumRupees } from '#/shared/money'
import type { Flow, FlowDraft, PRODUCTS } from '../kit/define-flow'

export type ExtensionDetails = components['schemas']['ExtensionDetails']

/** The tenures by which items can be extended, the default first. */
export const extensionMonths = [3, 6] as const
export type ExtensionMonths = (typeof extensionMonths)[number]

/** What a person has decided about keeping items longer. */
export interface ExtendDraft extends FlowDraft {
  months: ExtensionMonths
  /** The offer that was sent and not refused: it stays on screen, so that the next try is the same one. */
  sent?: { chosen: number[]; months: ExtensionMonths; items: Extension[] }
}

export const MONTHS = 'choose-extend-subscription-month'
export const CONFIRM = 'extend-subscription-confirm'

export type ExtendStep = typeof PRODUCTS | typeof MONTHS | typeof CONFIRM

/** What was agreed. */
export interface ExtensionsMade {
  items: Extension[]
}

export type ExtendFlow = Flow<ExtendDraft, ExtendStep, ExtensionsMade>

/** What giving an item back before its new tenure has ended costs at most, in rupees without GST. */
export interface Leaving {
  most: number
  /** It is the same however little of the tenure is left. */
  isFixed: boolean
  /** The first day after the new tenure: from then on it is free. */
  end: string
}

/** An item as it would go on for some months. Rents are rupees a month, without GST. */
export interface Extension {
  orderItemId: number
  productName: string
  thumbnail: string
  tenureEnd: string
  /** What holds just before the new rent. */
  rent: number
  /** It does not hold yet: an earlier extension has not begun. */
  isRentToCome: boolean
  newRent: number
  /** The new rent holds from here, until the new tenure ends. */
  from: string
  until: string
  leaving: Leaving
  /** The last day on which it can be taken back; without one it cannot. */
  takeBackUntil: string | undefined
}

/** What the server offers for a tenure; an item for which it offers none is left out. */
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

/** What is shown and sent: after silence the offer that was sent, as long as it is about the same. */
export function extensionsToShow(details: ExtensionDetails[], { chosen, months, sent }: ExtendDraft): Extension[] {
  const same = sent?.months === months && sent.chosen.join() === chosen.join()
  return same ? sent.items : extensionsFor(details, months)
}

export interface RentChange {
  now: number
  later: number
  change: number
}

/** What all items cost a month. */
export function rentChange(items: Extension[]): RentChange {
  const now = sumRupees(items.map(({ rent }) => rent))
  const later = sumRupees(items.map(({ newRent }) => newRent))
  return { now, later, change: sumRupees([later, -now]) }
}
