import { pageHref } from '#/copy/pages'
import { citySlug } from '#/state/city'

/** The public city page, asked to open its sign-in popup and to come back to the dashboard. */
export function cityLoginUrl(): string {
  return pageHref(`/${citySlug()}?popup=login&redirect=/dashboard/home`)
}
