import { m } from '#/copy'

/**
 * Why a customer cancels a visit on its day. Staff read the reason too, so it is sent and stored in English.
 */
export const cancellationReasons = [
  m.tickets_cancelled_home,
  m.tickets_cancelled_time,
  m.tickets_cancelled_mind,
  m.tickets_cancelled_other,
]

type Reason = (typeof cancellationReasons)[number]

/** The reason as it is sent. */
export function inEnglish(reason: Reason): string {
  return reason({}, { locale: 'en' })
}

/** The stored reason in the customer's language. What they wrote themselves follows after a colon. */
export function cancellationWords(said: string): string {
  const reason = cancellationReasons.find(
    (known) => said === inEnglish(known) || said.startsWith(`${inEnglish(known)}: `),
  )
  return reason ? reason() + said.slice(inEnglish(reason).length) : said
}
