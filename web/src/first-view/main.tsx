import { CONFIG_PATH, configQuery, parseConfig } from '#/api/config'
import { dashboardQuery } from '#/api/dashboard'
import { DefaultShell } from '#/app/shells/DefaultShell'
import { getLocale } from '#/copy'
import { holdTaps } from '#/platform/first-view'
import { storageKeys } from '#/platform/storage'
import { readSession, setSessionUser } from '#/state/session'
import { draw } from './draw'
import { type Component, jsx } from './jsx-runtime'
import { setAnswer } from './query'

export { drawMissingApp } from './missing'

const DASHBOARD = '/api/Dashboards/dashboardData'

/** The answer's body; the answer itself stays for the app. */
async function read(answer: Promise<Response | undefined> | undefined): Promise<unknown> {
  const response = await answer
  return response?.ok ? response.clone().json() : undefined
}

/**
 * Draws home with the figures that the page has asked for, exactly as the app will draw it, before the app is there.
 * Without figures nothing is drawn: the app then begins with an empty page, as it does everywhere else. Whoever signs out or
 * in in another tab takes the figures away.
 */
export async function drawFirstView(): Promise<void> {
  const { token, answers = {} } = window.askedAhead ?? {}
  const [config, dashboard] = await Promise.all([read(answers[CONFIG_PATH]), read(answers[DASHBOARD])])
  const session = readSession()
  const root = document.getElementById('root')
  // Somebody else may have signed in meanwhile, in another tab.
  const same = session.status === 'ready' && session.token === token
  if (!dashboard || !same || !root || root.firstChild) return
  setSessionUser(session.user)
  setAnswer(configQuery, parseConfig(config))
  setAnswer(dashboardQuery(session.user.id), dashboard)
  const view = document.createDocumentFragment()
  draw(jsx(DefaultShell as unknown as Component, {}), view)
  document.documentElement.lang = getLocale()
  const parts = [...view.children]
  root.append(view)
  holdTaps(root)
  window.addEventListener('storage', ({ key }) => {
    if (key === storageKeys.token || key === null) for (const part of parts) part.remove()
  })
}
