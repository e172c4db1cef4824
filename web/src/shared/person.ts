/** The letter in the avatar; a question mark when the name is missing. */
export function initialOf(fullName: string | undefined): string {
  return fullName?.trim().charAt(0).toLocaleUpperCase('en-IN') || '?'
}

/** The name that a greeting uses. */
export function firstNameOf(fullName: string | undefined): string {
  return fullName?.trim().split(/\s+/)[0] ?? ''
}
