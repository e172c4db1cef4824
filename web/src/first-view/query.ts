// Stands for TanStack Query in the first view: what has been answered is all there is.

interface Query {
  queryKey: readonly unknown[]
}

const answers = new Map<string, unknown>()

export function setAnswer({ queryKey }: Query, data: unknown): void {
  answers.set(String(queryKey), data)
}

export const queryOptions = ({ queryKey }: Query): Query => ({ queryKey })

export function useQuery({ queryKey }: Query) {
  return { data: answers.get(String(queryKey)) }
}
