/** Whether an address is of a domain, or below one, that gives an address to anybody: it proves no employer. */
export function isBlocked(email: string, domains: string[]): boolean {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
  return domains.some((blocked) => domain === blocked || domain.endsWith(`.${blocked}`))
}
