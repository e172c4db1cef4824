import { queryOptions, useQuery } from '@tanstack/react-query'
import * as v from 'valibot'

const text = (fallback: string) => v.fallback(v.string(), fallback)
const flag = v.fallback(v.boolean(), false)

const schema = v.object({
  productName: text('Rento'),
  productSlug: text('rento'),
  walletName: text('Rentomoney'),
  supportEmail: text(''),
  supportPhone: text(''),
  faqUrl: text(''),
  sandbox: flag,
  demo: flag,
  payOrigin: text(''),
  neutralCopy: flag,
  version: text(''),
})

/** What differs between installations: names, support addresses, and whether money is real. */
export type AppConfig = v.InferOutput<typeof schema>

/** Shown until the server has answered, and when it cannot be reached. */
export const fallbackConfig: AppConfig = v.parse(schema, {})

async function fetchConfig(): Promise<AppConfig> {
  const response = await globalThis.fetch('/app-config.json', { headers: { Accept: 'application/json' } })
  if (!response.ok) throw new Error(`app-config.json answered ${response.status}`)
  return v.parse(schema, await response.json())
}

export const configQuery = queryOptions({
  queryKey: ['app-config'],
  queryFn: fetchConfig,
  staleTime: Number.POSITIVE_INFINITY,
})

export function useAppConfig(): AppConfig {
  return useQuery(configQuery).data ?? fallbackConfig
}
