import { pageHref } from '#/copy/pages'
import { citySlug } from '#/state/city'

/** The URL of the public city page that opens its sign-in popup and then returns to the dashboard. */
export function cityLoginUrl(): string {
  return pageHref(`/${citySlug()}?popup=login&redirect=/dashboard/home`)
}
