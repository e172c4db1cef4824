import { m } from '#/copy'

/** Why a visit is given up on its day. Our people read the reason too, so English is what is sent and kept. */
export const cancellationReasons = [
  m.tickets_cancelled_home,
  m.tickets_cancelled_time,
  m.tickets_cancelled_mind,
  m.tickets_cancelled_other,
]

type Reason = (typeof cancellationReasons)[number]

/** A reason as it is sent. */
export function inEnglish(reason: Reason): string {
  return reason({}, { locale: 'en' })
}

/** What is kept of it, in the person's language: the reason, and behind a colon what they wrote themselves. */
export function cancellationWords(said: string): string {
  const reason = cancellationReasons.find(
    (known) => said === inEnglish(known) || said.startsWith(`${inEnglish(known)}: `),
  )
  return reason ? reason() + said.slice(inEnglish(reason).length) : said
}
