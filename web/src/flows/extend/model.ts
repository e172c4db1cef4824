import type { components } from '#/api/schema'
import type { Flow, FlowDraft, PRODUCTS } from '../kit/define-flow'

export type ExtensionDetails = components['schemas']['ExtensionDetails']

/** The tenures by which items can be extended, the default first. */
export const extensionMonths = [3, 6] as const
export type ExtensionMonths = (typeof extensionMonths)[number]

/** What a person has decided about keeping items longer. */
export interface ExtendDraft extends FlowDraft {
  months: ExtensionMonths
}

export const MONTHS = 'choose-extend-subscription-month'
export const CONFIRM = 'extend-subscription-confirm'

export type ExtendStep = typeof PRODUCTS | typeof MONTHS | typeof CONFIRM

/** What was agreed. */
export interface ExtensionsMade {
  items: Extension[]
}

export type ExtendFlow = Flow<ExtendDraft, ExtendStep, ExtensionsMade>

/** An item as it would go on for some months. Rents are rupees a month, without GST. */
export interface Extension {
  orderItemId: number
  productName: string
  thumbnail: string
  tenureEnd: string
  rent: number
  newRent: number
  /** The new rent holds from here, until the new tenure ends. */
  from: string
  until: string
}

/** What the server offers for a tenure; an item for which it offers none is left out. */
export function extensionsFor(details: ExtensionDetails[], months: ExtensionMonths): Extension[] {
  return details.flatMap((item) => {
    const offer = item.extensionTenures[String(months)]
    if (!offer) return []
    const { orderItemId, productName, thumbnail, tenureEndDate, currentRent } = item
    const { rent, rentFrom, extendingTenureUpto } = offer
    return {
      orderItemId,
      productName,
      thumbnail,
      tenureEnd: tenureEndDate,
      rent: currentRent,
      newRent: rent,
      from: rentFrom,
      until: extendingTenureUpto,
    }
  })
}

export interface RentChange {
  now: number
  later: number
  change: number
}

/** What all items cost a month, added as paise so that no fraction creeps in. */
export function rentChange(items: Extension[]): RentChange {
  const paise = (rupees: number) => Math.round(rupees * 100)
  const now = items.reduce((sum, { rent }) => sum + paise(rent), 0)
  const later = items.reduce((sum, { newRent }) => sum + paise(newRent), 0)
  return { now: now / 100, later: later / 100, change: (later - now) / 100 }
}
