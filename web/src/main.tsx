import '#/styles/app.css'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from '#/app/App'
import { startApp, untilHomeIsReady } from '#/app/start'
import { getLocale, m } from '#/copy'
import { takeLanguageOfAddress } from '#/copy/address-language'
import { speakEnglish } from '#/copy/english-instead'
import { loadWords } from '#/copy/load-words'
import { mayReloadForPart, reloadForPart } from '#/platform/chunk-guard'
import { isReachable } from '#/platform/reachable'
import { toast } from '#/platform/toast'

/** It is read before the screen has drawn itself. */
const LANGUAGE_TOAST_MS = 10_000

async function start(root: HTMLElement) {
  takeLanguageOfAddress()
  // Otherwise the browser first lays out the page in another font, and asks for this one only then.
  void document.fonts.load('1em "Figtree Variable"')
  if (!(await loadWords(getLocale()))) {
    if ((await isReachable()) && mayReloadForPart()) return reloadForPart()
    speakEnglish()
    toast.error(m.app_language_failed(), { durationMs: LANGUAGE_TOAST_MS })
  }
  const app = startApp()
  if (document.documentElement.dataset.home !== undefined) await untilHomeIsReady(app)
  // In slices, so that a tap in between is answered.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <App {...app} />
      </StrictMode>,
    ),
  )
}

const root = document.getElementById('root')
if (root) void start(root)
