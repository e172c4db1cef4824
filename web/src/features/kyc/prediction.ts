import { NetworkError } from '#/api/errors'

/** How often the app asks about a statement, and how many times at most. */
export const POLL_EVERY_MS = 1000
export const POLLS = 30

/** 'done': read. 'not-done': not read while we waited. 'failed': cannot be read. */
export type Prediction = 'done' | 'not-done' | 'failed'

interface Polling {
  fetch(): Promise<{ predictionDone: boolean }>
  /** Returns false once nobody waits for the result any more. */
  wanted(): boolean
  wait(ms: number): Promise<void>
}

/**
 * Polls until the statement is read or cannot be read, nobody waits any more, or the attempts are used up.
 */
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

/** A lost connection says nothing about the statement, so polling goes on. */
function asAnswer(error: unknown): 'failed' | { predictionDone: boolean } {
  return error instanceof NetworkError ? { predictionDone: false } : 'failed'
}
