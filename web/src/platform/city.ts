import { readStored, storageKeys } from './storage'

const DEFAULT_CITY = 'bangalore'

/** The city whose page a visitor last chose on the public site. */
export function citySlug(): string {
  try {
    const slug: unknown = JSON.parse(readStored(storageKeys.location) ?? '{}')?.slug
    return typeof slug === 'string' && /^[a-z0-9-]+$/i.test(slug) ? slug : DEFAULT_CITY
  } catch {
    return DEFAULT_CITY
  }
}

/** The public city page, asked to open its sign-in popup and to come back to the dashboard. */
export function cityLoginUrl(): string {
  return `/${citySlug()}?popup=login&redirect=/dashboard/home`
}
