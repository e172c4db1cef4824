import '#/styles/app.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from '#/app/App'
import { startApp } from '#/app/start'

const root = document.getElementById('root')
if (root) {
  const app = startApp()
  createRoot(root).render(
    <StrictMode>
      <App {...app} />
    </StrictMode>,
  )
}
