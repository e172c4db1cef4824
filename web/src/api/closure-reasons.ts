import { m } from '#/copy'

/** The closure reasons that have translations. Others keep the server's text. */
const words: Record<string, () => string> = {
  'Moving to another city': m.api_closure_reason_city,
  'Moving to a furnished home': m.api_closure_reason_furnished,
  'Bought my own': m.api_closure_reason_bought,
  'Rent is too high': m.api_closure_reason_rent,
  'Not satisfied with the product': m.api_closure_reason_product,
  'Not satisfied with the service': m.api_closure_reason_service,
  'Do not need it any more': m.api_closure_reason_need,
  Other: m.api_closure_reason_other,
}

/** A reason in the customer's language. Requests still send the server's text. */
export function closureReason(reason: string): string {
  return words[reason]?.() ?? reason
}
