import { queryOptions, useQuery } from '@tanstack/react-query'
import { consumeAhead } from './asked-ahead'
import { fixedKey } from './keys'
import { fetchWithProgress } from './progress'

/** What differs between installations: names, support addresses, and whether money is real. */
export interface AppConfig {
  productName: string
  productSlug: string
  walletName: string
  supportEmail: string
  supportPhone: string
  faqUrl: string
  /** Origin of the payment page when it has its own. */
  payOrigin: string
  /** Address of the page with a provider's maps; '' where the built-in map serves. */
  mapPage: string
  /** The key for which browsers subscribe to push messages; '' where none are sent. */
  pushKey: string
  /** How customers chat with support; '' where they do not. */
  chat: string
  /** Address of the page with a chat provider's window; '' where the chat is our own. */
  chatPage: string
  /** The application id of the company's Android app; '' where it has none. */
  androidApp: string
  neutralCopy: boolean
  sandbox: boolean
  demo: boolean
  version: string
}

/** Shown until the server has answered, and when it cannot be reached. */
export const fallbackConfig: AppConfig = {
  productName: 'Rento',
  productSlug: 'rento',
  walletName: 'Rentomoney',
  supportEmail: '',
  supportPhone: '',
  faqUrl: '',
  payOrigin: '',
  mapPage: '',
  pushKey: '',
  chat: '',
  chatPage: '',
  androidApp: '',
  neutralCopy: false,
  sandbox: false,
  demo: false,
  version: '',
}

/** Takes each field that has the right type and the fallback's value for the others. */
export function parseConfig(answer: unknown): AppConfig {
  const given = typeof answer === 'object' && answer !== null ? (answer as Record<string, unknown>) : {}
  const fields = Object.entries(fallbackConfig).map(([key, fallback]) => [
    key,
    typeof given[key] === typeof fallback ? given[key] : fallback,
  ])
  return Object.fromEntries(fields)
}

export const CONFIG_PATH = '/app-config.json'

async function fetchConfig(): Promise<AppConfig> {
  const request = new Request(window.location.origin + CONFIG_PATH, { headers: { Accept: 'application/json' } })
  const response = await fetchWithProgress(request, consumeAhead(CONFIG_PATH)?.answer)
  if (!response.ok) throw new Error(`app-config.json answered ${response.status}`)
  return parseConfig(await response.json())
}

export const configQuery = queryOptions({
  queryKey: fixedKey('app-config'),
  queryFn: fetchConfig,
  staleTime: Number.POSITIVE_INFINITY,
})

export function useAppConfig(): AppConfig {
  return useQuery(configQuery).data ?? fallbackConfig
}
