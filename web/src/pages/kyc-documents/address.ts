const SALARIED = 10
const SELF_EMPLOYED = 20
const STUDENT = 30
const OTHER = 40

/** The professions that an address can name, with the server's type. Any other name is an unknown page. */
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

/** The name of a profession in the address. Undefined for one that this app does not know. */
export const slugOfType = (type: number) => Object.keys(slugs).find((slug) => slugs[slug] === type)
