import { api } from '#/api/client'
import { unwrap } from '#/api/unwrap'
import type { Locale } from '#/copy'

/** Messages and documents come in the language of the screen. One that cannot be sent now is sent at the next sign-in. */
export async function sendLanguage(customerId: number, language: Locale): Promise<void> {
  const params = { path: { id: customerId } }
  await unwrap(api.POST('/api/RMUsers/{id}/setLanguage', { params, body: { language } })).catch(() => {})
}
