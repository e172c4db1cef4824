import '#/styles/app.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from '#/app/App'
import { startApp } from '#/app/start'
import { getLocale } from '#/copy'
import { loadWords } from '#/copy/load-words'

async function start(root: HTMLElement) {
  await loadWords(getLocale())
  const app = startApp()
  createRoot(root).render(
    <StrictMode>
      <App {...app} />
    </StrictMode>,
  )
}

const root = document.getElementById('root')
if (root) void start(root)
