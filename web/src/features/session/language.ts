import { api } from '#/api/client'
import { unwrap } from '#/api/unwrap'
import type { Locale } from '#/copy'

/**
 * Messages and documents come in the language that the customer chose, and until then in the browser's. One that
 * cannot be sent now is sent at the next sign-in, as the browser's.
 */
export async function sendLanguage(customerId: number, language: Locale, fromBrowser = false): Promise<void> {
  const params = { path: { id: customerId } }
  await unwrap(api.POST('/api/RMUsers/{id}/setLanguage', { params, body: { language, fromBrowser } })).catch(() => {})
}
