import { m } from '#/copy'

/** The reasons for a closure that we have words for; others stay as the server writes them. */
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

/** A reason in the person's language; what is sent stays the server's text. */
export function closureReason(reason: string): string {
  return words[reason]?.() ?? reason
}
