import { isLocale, setLocale } from './paraglide/runtime.js'

/** How a page outside the app says in which language it was read (`internal/webpage`). */
const PARAMETER = 'lang'

/** Goes on in the language of the page that led here, and takes it out of the address. */
export function takeLanguageOfAddress(): void {
  const address = new URL(window.location.href)
  const language = address.searchParams.get(PARAMETER)
  if (language === null) return
  address.searchParams.delete(PARAMETER)
  window.history.replaceState(window.history.state, '', address)
  if (isLocale(language)) void setLocale(language, { reload: false })
}
