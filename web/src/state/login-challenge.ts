import { RESTORE_WITHIN_MS } from './interrupted'

const KEY = 'loginChallenge'

/** A sign-in code that was sent and is not entered yet. */
export interface LoginChallenge {
  /** The number that the code was sent to. */
  mobile: string
  challengeId: string
  /** Seconds until another code can be requested. */
  resendAfter: number
  /** Increases with every code, so that the countdown restarts. */
  round: number
}

interface Kept extends LoginChallenge {
  /** When the code was sent, in milliseconds since the epoch. */
  at: number
}

/** Keeps the code screen of this tab over a reload. Undefined, once it is done with. */
export function keepChallenge(challenge: LoginChallenge | undefined): void {
  try {
    const kept: Kept | undefined = challenge && { ...challenge, at: Date.now() }
    if (kept) window.sessionStorage.setItem(KEY, JSON.stringify(kept))
    else window.sessionStorage.removeItem(KEY)
  } catch {
    // Without storage, a reload leads back to the number.
  }
}

/** The code that this tab waits for, with the time that is left until another one. */
export function keptChallenge(): LoginChallenge | undefined {
  try {
    const kept = JSON.parse(window.sessionStorage.getItem(KEY) ?? 'null') as Kept | null
    if (!kept) return undefined
    const { at, ...challenge } = kept
    const past = Date.now() - at
    if (past > RESTORE_WITHIN_MS) return undefined
    return { ...challenge, resendAfter: Math.max(0, Math.ceil(challenge.resendAfter - past / 1000)) }
  } catch {
    return undefined
  }
}
