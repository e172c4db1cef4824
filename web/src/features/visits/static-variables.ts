import { queryOptions } from '@tanstack/react-query'
import { api } from '#/api/client'
import { fixedKey } from '#/api/keys'
import type { components } from '#/api/schema'
import { unwrap } from '#/api/unwrap'

export type StaticVariables = components['schemas']['StaticVariables']

/** Closure reasons, holidays, and the first and last days for visits. */
export const staticVariablesQuery = queryOptions({
  queryKey: fixedKey('static-variables'),
  queryFn: () => unwrap(api.GET('/api/meta/rmStaticVariables')),
})
