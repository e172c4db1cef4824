/** The letter in the avatar, or a question mark without a name. */
export function initialOf(fullName: string | undefined): string {
  return fullName?.trim().charAt(0).toLocaleUpperCase('en-IN') || '?'
}

/** The name that a greeting uses. */
export function firstNameOf(fullName: string | undefined): string {
  return fullName?.trim().split(/\s+/)[0] ?? ''
}
