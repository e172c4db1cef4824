/** The texts of a language other than English, by the names of the messages; see `words.config.ts`. */
export const words: Record<string, unknown> = {}
