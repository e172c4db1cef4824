/** The next page of a list: its number, and the row that it follows, by which it is found when rows come or go. */
export interface PageParam {
  page: number
  after?: string
}

export const firstPage: PageParam = { page: 1 }

/** The page after the last one that was loaded, or undefined at the end of the list. */
export const pageAfter = ({ next }: { next?: string }, pages: unknown[]): PageParam | undefined =>
  next ? { page: pages.length + 1, after: next } : undefined
