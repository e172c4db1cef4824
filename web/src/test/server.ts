import { setupServer } from 'msw/node'
import { defaultHandlers } from './handlers'
import { realTime } from './real-time'

/** Answers like the API of a customer with two items and nothing due; a test overrides what it is about. */
export const server = setupServer(...defaultHandlers)

const underWay = new Set<string>()

/** Counts the requests that have no answer yet, from now on. */
export function countRequests(): void {
  server.events.on('request:start', ({ requestId }) => void underWay.add(requestId))
  server.events.on('request:end', ({ requestId }) => void underWay.delete(requestId))
}

/** What a screen asked for and a test did not wait for must not arrive during the next test. */
export async function requestsAnswered(atMostMs = 500): Promise<void> {
  for (const end = realTime() + atMostMs; underWay.size && realTime() < end; ) await nextTask()
  // Whoever asked goes on once the answer is read.
  await nextTask()
  underWay.clear()
}

const nextTask = () => new Promise((resolve) => setTimeout(resolve))
