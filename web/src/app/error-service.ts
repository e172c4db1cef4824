import type { QueryClient } from '@tanstack/react-query'
import { configQuery, fallbackConfig } from '#/api/config'
import { ApiError } from '#/api/errors'
import { getLocale } from '#/copy'
import { isMissingPart } from '#/platform/chunk-guard'
import { devicePlatform, readDeviceInfo } from '#/platform/device'
import { connectReporter, type ErrorReport } from '#/platform/reporter'
import { envelopeOf, eventOf, fingerprint } from './error-event'
import type { AppRouter } from './router'

const ADDRESS = '/api/errors/envelope?sentry_version=7'

/** The most reports of one page. A page that keeps failing has told everything by then. */
const MOST_REPORTS = 10

/** The browsers' messages for a request that did not get through. */
const NO_NETWORK = /^(?:Failed to fetch|Load failed|NetworkError when attempting to fetch resource\.?)$/

/**
 * Whether the app itself is not at fault: there is no network, the server answered with an error,
 * a call was aborted, or a release has removed a file.
 */
function isExpected(error: unknown): boolean {
  if (error instanceof ApiError || isMissingPart(error)) return true
  if (error instanceof DOMException) return error.name === 'AbortError' || error.name === 'TimeoutError'
  return error instanceof TypeError && NO_NETWORK.test(error.message)
}

/**
 * Sends a report. A failure is not told or reported, because nobody misses the report.
 * Returns false once the server wants no more reports.
 */
async function send(envelope: string): Promise<boolean> {
  try {
    const headers = { 'Content-Type': 'application/x-sentry-envelope' }
    // Send no session, because the server has no use for whose error it is.
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

/** Sends queued and future reports. A call while another one is in progress does nothing. */
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
      devicePlatform: devicePlatform(config, readDeviceInfo()),
    }
    const event = eventOf(one, at, window.location.origin, Date.now())
    const calls = event.exception.values.flatMap(({ stacktrace }) => stacktrace?.frames ?? [])
    if (calls.length > 0 && !calls.some((call) => call.in_app)) return // the error is of a browser extension
    const key = fingerprint(event)
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
      // An error in this file must not be reported by this file again.
    }
  })
}
