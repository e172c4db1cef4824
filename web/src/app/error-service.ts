import type { QueryClient } from '@tanstack/react-query'
import { configQuery, fallbackConfig } from '#/api/config'
import { ApiError } from '#/api/errors'
import { getLocale } from '#/copy'
import { isMissingPart } from '#/platform/chunk-guard'
import { devicePlatform, readDeviceSigns } from '#/platform/device'
import { connectReporter, type ErrorReport } from '#/platform/reporter'
import { envelopeOf, eventOf, sameness } from './error-event'
import type { AppRouter } from './router'

const ADDRESS = '/api/errors/envelope?sentry_version=7'

/** A page that fails again and again has told what there is to tell. */
const MOST_REPORTS = 10

/** What browsers call a request that did not get through. */
const NO_NETWORK = /^(?:Failed to fetch|Load failed|NetworkError when attempting to fetch resource\.?)$/

/** No network, an answer of the server, a call that was ended, a file that a release has taken away: nothing is wrong. */
function isExpected(error: unknown): boolean {
  if (error instanceof ApiError || isMissingPart(error)) return true
  if (error instanceof DOMException) return error.name === 'AbortError' || error.name === 'TimeoutError'
  return error instanceof TypeError && NO_NETWORK.test(error.message)
}

/** Nobody misses a report that could not be sent; nobody is told, and nothing is reported of it. */
async function send(envelope: string): Promise<boolean> {
  try {
    const headers = { 'Content-Type': 'application/x-sentry-envelope' }
    // Without the session: the server has no use for whose error it is.
    const answer = await fetch(ADDRESS, {
      method: 'POST',
      body: envelope,
      headers,
      credentials: 'omit',
      keepalive: true,
    })
    return answer.status !== 429
  } catch {
    return true
  }
}

let isUnderWay = false

/** Sends what is reported from now on, and what has waited. Asked again meanwhile, it does nothing. */
export async function connect(router: AppRouter, queryClient: QueryClient): Promise<void> {
  if (isUnderWay) return
  isUnderWay = true
  const config = await queryClient.ensureQueryData(configQuery).catch(() => fallbackConfig)
  isUnderWay = false
  const sent = new Set<string>()
  let isWanted = true
  const report = (one: ErrorReport) => {
    if (!isWanted || !one.error || sent.size >= MOST_REPORTS || isExpected(one.error)) return
    const at = {
      release: config.version,
      environment: config.demo ? 'demo' : 'production',
      route: router.state.matches.at(-1)?.fullPath ?? '',
      language: getLocale(),
      devicePlatform: devicePlatform(config, readDeviceSigns()),
    }
    const event = eventOf(one, at, window.location.origin, Date.now())
    const calls = event.exception.values.flatMap(({ stacktrace }) => stacktrace?.frames ?? [])
    if (calls.length > 0 && !calls.some((call) => call.in_app)) return // of an extension of the browser
    const key = sameness(event)
    if (sent.has(key)) return
    sent.add(key)
    void send(envelopeOf(event)).then((goesOn) => {
      isWanted &&= goesOn
    })
  }
  connectReporter((one) => {
    try {
      report(one)
    } catch {
      // An error of this file must not come back to it.
    }
  })
}
