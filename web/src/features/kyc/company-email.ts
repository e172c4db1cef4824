/**
 * Whether an address belongs to a blocked domain or a subdomain of one.
 * Such domains give addresses to anybody, so they prove no employer.
 */
export function isBlocked(email: string, domains: string[]): boolean {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
  return domains.some((blocked) => domain === blocked || domain.endsWith(`.${blocked}`))
}
