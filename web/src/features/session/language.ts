import { api } from '#/api/client'
import { unwrap } from '#/api/unwrap'
import type { Locale } from '#/copy'

/**
 * Sets the language of messages and documents. Until the customer chooses one, it is the browser's language.
 * A failed call is repeated at the next sign-in, as the browser's language.
 */
export async function sendLanguage(customerId: number, language: Locale, fromBrowser = false): Promise<void> {
  const params = { path: { id: customerId } }
  await unwrap(api.POST('/api/RMUsers/{id}/setLanguage', { params, body: { language, fromBrowser } })).catch(() => {})
}
