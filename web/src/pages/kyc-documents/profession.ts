const professions = ['salaried', 'self-employed', 'student', 'business', 'retired', 'homemaker', 'other'] as const

/** Professions that an address may name; any other is a page that does not exist. */
export function isProfession(value: string): boolean {
  return (professions as readonly string[]).includes(value)
}
