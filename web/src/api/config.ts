import { queryOptions, useQuery } from '@tanstack/react-query'
import { consumeAhead } from './asked-ahead'
import { fixedKey } from './keys'
import { fetchWithProgress } from './progress'

/** What differs between installations: names, support contacts, and whether money is real. */
export interface AppConfig {
  productName: string
  productSlug: string
  walletName: string
  supportEmail: string
  supportPhone: string
  faqUrl: string
  /** Origin of the payment page if it has its own, otherwise ''. */
  payOrigin: string
  /** URL of the page with a provider's maps. '' means the built-in map. */
  mapPage: string
  /** The key with which browsers subscribe to push messages. '' means that none are sent. */
  pushKey: string
  /** How customers chat with support. '' means that there is no chat. */
  chat: string
  /** URL of the page with a chat provider's window. '' means that the chat is our own. */
  chatPage: string
  /** The application id of the company's Android app. '' means that there is none. */
  androidApp: string
  neutralCopy: boolean
  sandbox: boolean
  demo: boolean
  version: string
}

/** Used until the server has answered, and when it cannot be reached. */
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

/** Takes each field that has the right type. The other fields get the fallback's value. */
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
