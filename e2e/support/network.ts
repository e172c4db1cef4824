import type { Page, Request } from '@playwright/test'

const underWay = new WeakMap<Page, Set<Request>>()

/** Follows what a page asks for. The stream of changes never ends, so it is left out. */
export function follow(page: Page): void {
  const requests = new Set<Request>()
  underWay.set(page, requests)
  page.on('request', (request) => {
    if (new URL(request.url()).pathname !== '/api/events') requests.add(request)
  })
  page.on('requestfinished', (request) => requests.delete(request))
  page.on('requestfailed', (request) => requests.delete(request))
}

/** What a followed page has asked for and was not told yet. */
export function unanswered(page: Page): string[] {
  const requests = underWay.get(page)
  if (!requests) throw new Error('nobody follows this page')
  return [...requests].map((request) => request.url())
}
