const SALARIED = 10
const SELF_EMPLOYED = 20
const STUDENT = 30
const OTHER = 40

/** Professions that an address may name, by the type that the server knows; any other is a page that does not exist. */
const slugs: Record<string, number> = {
  salaried: SALARIED,
  'self-employed': SELF_EMPLOYED,
  business: SELF_EMPLOYED,
  student: STUDENT,
  freelancer: OTHER,
  retired: OTHER,
  homemaker: OTHER,
  other: OTHER,
}

export const typeOfSlug = (slug: string): number | undefined => (Object.hasOwn(slugs, slug) ? slugs[slug] : undefined)

/** How an address names a profession; nothing for one that this app does not know yet. */
export const slugOfType = (type: number) => Object.keys(slugs).find((slug) => slugs[slug] === type)
