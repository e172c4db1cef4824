/** How far the server's clock is ahead of the device's, in milliseconds. 0 until an answer has told the time. */
let ahead = 0

/** Reads the server's time from an answer. */
export function readServerTime({ headers }: Response): void {
  const time = Date.parse(headers.get('Date') ?? '')
  if (!Number.isNaN(time)) ahead = time - Date.now()
}

/** The time by the server's clock, in milliseconds since the epoch. The device's clock may be wrong. */
export const serverNow = (): number => Date.now() + ahead
