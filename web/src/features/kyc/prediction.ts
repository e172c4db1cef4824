import { NetworkError } from '#/api/errors'

/** A statement is asked about so often at most, a second apart. */
export const POLL_EVERY_MS = 1000
export const POLLS = 30

/** Read; not read while we waited; or it cannot be read. */
export type Prediction = 'done' | 'not-done' | 'failed'

interface Polling {
  fetch(): Promise<{ predictionDone: boolean }>
  /** False once nobody waits for the answer any more. */
  wanted(): boolean
  wait(ms: number): Promise<void>
}

/** Asks until the statement is read, it cannot be, nobody wants to know, or the attempts are used up. */
export async function pollPrediction({ fetch, wanted, wait }: Polling): Promise<Prediction> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await fetch().catch(asAnswer)
    if (answer === 'failed') return 'failed'
    if (answer.predictionDone) return 'done'
    if (attempt >= POLLS || !wanted()) return 'not-done'
    await wait(POLL_EVERY_MS)
    if (!wanted()) return 'not-done'
  }
}

/** A lost connection says nothing about the statement. */
function asAnswer(error: unknown): 'failed' | { predictionDone: boolean } {
  return error instanceof NetworkError ? { predictionDone: false } : 'failed'
}
