import { queryOptions } from '@tanstack/react-query'
import { api } from '#/api/client'
import { fixedKey } from '#/api/keys'
import { unwrap } from '#/api/unwrap'
import { cachedB2B, rememberB2B } from '#/state/session'

async function checkB2B(): Promise<boolean> {
  const cached = cachedB2B()
  if (cached !== undefined) return cached
  const { success } = await unwrap(api.GET('/api/Dashboards/isB2B'))
  rememberB2B(success)
  return success
}

/** Fetched once per session. Every later navigation reads the stored answer. */
export const b2bQuery = (customer: number) =>
  queryOptions({
    queryKey: fixedKey('b2b', customer),
    queryFn: checkB2B,
    staleTime: Number.POSITIVE_INFINITY,
    initialData: cachedB2B,
  })
