import { queryOptions } from '@tanstack/react-query'
import { api } from '#/api/client'
import { once } from '#/api/idempotency'
import { customerKey, JUST_ASKED_MS } from '#/api/keys'
import type { components } from '#/api/schema'
import { unwrap } from '#/api/unwrap'
import { getLocale } from '#/copy'
import { chosenConsent } from '#/state/analytics-consent'

export type Consent = components['schemas']['Consent']

/**
 * The version of the analytics text in the settings.
 * A changed text needs a new version (consent-text.test.ts).
 */
const TEXT_VERSION = 2

/** Whether the customer has agreed to analytics. */
export const analyticsConsentQuery = (customer: number) =>
  queryOptions({
    queryKey: customerKey(customer, 'consents'),
    queryFn: async () => {
      const params = { path: { id: customer } }
      return ofAnalytics((await unwrap(api.GET('/api/RMUsers/{id}/getConsents', { params }))).consents)
    },
    staleTime: JUST_ASKED_MS,
  })

/** Gives or withdraws the consent. A withdrawal stops the collection at once, before the server answers. */
export async function setAnalyticsConsent(customer: number, isGiven: boolean): Promise<Consent> {
  if (!isGiven) chosenConsent.set({ customerId: customer, isGiven })
  const params = { path: { id: customer } }
  const body = isGiven
    ? { purpose: 'analytics' as const, isGiven, textVersion: TEXT_VERSION, language: getLocale() }
    : { purpose: 'analytics' as const, isGiven }
  const { consents } = await once('consent', { customer, body }, (headers) =>
    unwrap(api.POST('/api/RMUsers/{id}/setConsent', { params, headers, body })),
  )
  chosenConsent.set({ customerId: customer, isGiven })
  return ofAnalytics(consents)
}

function ofAnalytics(consents: Consent[]): Consent {
  return consents.find(({ purpose }) => purpose === 'analytics') ?? { purpose: 'analytics', isGiven: false }
}
