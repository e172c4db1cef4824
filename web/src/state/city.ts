import { readStored, storageKeys } from '#/platform/storage'

const DEFAULT_CITY = 'bangalore'

/** The slug of the city whose page the visitor last chose on the public site. */
export function citySlug(): string {
  try {
    const slug: unknown = JSON.parse(readStored(storageKeys.location) ?? '{}')?.slug
    return typeof slug === 'string' && /^[a-z0-9-]+$/i.test(slug) ? slug : DEFAULT_CITY
  } catch {
    return DEFAULT_CITY
  }
}
