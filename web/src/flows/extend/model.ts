import type { components } from '#/api/schema'
import { CREATED, type FlowStep, PRODUCTS, type useFlow } from '#/features/requests/flow'

export type ExtensionDetails = components['schemas']['ExtensionDetails']

/** The tenures by which items can be extended, the default first. */
export const extensionMonths = [3, 6] as const
export type ExtensionMonths = (typeof extensionMonths)[number]

export const TOTAL_STEPS = 2

/** What a person has decided about keeping items longer. */
export interface ExtendDraft {
  /** Ids of the items. */
  chosen: number[]
  months: ExtensionMonths
  /** Why the server refused it, shown where it can be mended. */
  refusal?: string
  extended?: boolean
}

export const startOfExtension: ExtendDraft = { chosen: [], months: extensionMonths[0] }

const hasItems = ({ chosen }: ExtendDraft) => chosen.length > 0

export const MONTHS = 'choose-extend-subscription-month'
export const CONFIRM = 'extend-subscription-confirm'

export const extendSteps = {
  [PRODUCTS]: { progress: 1, opens: () => true },
  [MONTHS]: { progress: 2, opens: hasItems },
  [CONFIRM]: { progress: 2, opens: hasItems },
  [CREATED]: { progress: 2, opens: ({ extended }: ExtendDraft) => extended === true },
} satisfies Record<string, FlowStep<ExtendDraft>>

export type ExtendStep = keyof typeof extendSteps
export type ExtendFlowState = ReturnType<typeof useFlow<ExtendDraft, ExtendStep>>

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
