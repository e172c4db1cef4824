import { setupServer } from 'msw/node'
import { defaultHandlers } from './handlers'
import { realTime } from './real-time'

/** Answers like the API for a customer with two items and nothing due. Tests override what they need. */
export const server = setupServer(...defaultHandlers)

const underWay = new Set<string>()

/** Starts counting the requests that have no response yet. */
export function countRequests(): void {
  server.events.on('request:start', ({ requestId }) => void underWay.add(requestId))
  server.events.on('request:end', ({ requestId }) => void underWay.delete(requestId))
}

/**
 * Waits for requests that a test did not wait for, so that their responses do not
 * arrive during the next test.
 */
export async function requestsAnswered(atMostMs = 500): Promise<void> {
  for (const end = realTime() + atMostMs; underWay.size && realTime() < end; ) await nextTask()
  // The code that waits for a response continues after the response was read.
  await nextTask()
  underWay.clear()
}

const nextTask = () => new Promise((resolve) => setTimeout(resolve))
