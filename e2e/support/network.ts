import { expect, type Page, type Request } from '@playwright/test'

interface Calls {
  underWay: Set<Request>
  /** The number of all calls so far. */
  asked: number
  /** Called when no call is in progress. */
  waiting: Set<() => void>
}

const callsOf = new WeakMap<Page, Calls>()

/** Follows the requests of a page. The event stream never ends, so it is left out. */
export function follow(page: Page): void {
  const calls: Calls = { underWay: new Set(), asked: 0, waiting: new Set() }
  callsOf.set(page, calls)
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/events') return
    calls.underWay.add(request)
    calls.asked += 1
  })
  const ended = (request: Request) => {
    calls.underWay.delete(request)
    if (calls.underWay.size > 0) return
    for (const go of calls.waiting) go()
    calls.waiting.clear()
  }
  page.on('requestfinished', ended)
  page.on('requestfailed', ended)
}

function followed(page: Page): Calls {
  const calls = callsOf.get(page)
  if (!calls) throw new Error('nobody follows this page')
  return calls
}

/** The number of calls that a followed page has made. */
export const asked = (page: Page): number => followed(page).asked

/** Waits until all calls of a followed page are answered. `patience` is in milliseconds. */
export async function answered(page: Page, patience = 30_000): Promise<void> {
  const { underWay, waiting } = followed(page)
  if (underWay.size === 0) return
  let timer: NodeJS.Timeout | undefined
  await new Promise<void>((resolve) => {
    waiting.add(resolve)
    timer = setTimeout(resolve, patience)
  })
  clearTimeout(timer)
  expect(
    [...underWay].map((request) => request.url()),
    'still asked for',
  ).toEqual([])
}
