import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { paraglideVitePlugin } from '@inlang/paraglide-js'
import tailwindcss from '@tailwindcss/vite'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { paraglide, router } from './generators.config'

const outDir = fileURLToPath(new URL('../internal/web/dist', import.meta.url))

/** Go embeds the folder, so it must exist in a fresh clone: the marker file survives every build. */
function keepMarker(): Plugin {
  return { name: 'keep-marker', apply: 'build', closeBundle: () => writeFileSync(`${outDir}/.keep`, '') }
}

export default defineConfig({
  base: '/dashboard/',
  resolve: { tsconfigPaths: true },
  plugins: [
    tanstackRouter(router),
    paraglideVitePlugin(paraglide),
    react(),
    tailwindcss(),
    VitePWA({
      registerType: 'prompt',
      injectRegister: false,
      scope: '/dashboard/',
      base: '/dashboard/',
      manifest: false,
      workbox: {
        inlineWorkboxRuntime: true,
        globPatterns: ['index.html', 'assets/*.{js,css,woff2}', '*.svg'],
        globIgnores: ['assets/*-{lazy,chunk}*'],
        navigateFallback: '/dashboard/index.html',
        navigateFallbackAllowlist: [/^\/dashboard(\/|$)/],
        navigateFallbackDenylist: [/accessToken=/, /\.[a-z0-9]+$/i],
        cleanupOutdatedCaches: true,
        clientsClaim: false,
        skipWaiting: false,
      },
    }),
    keepMarker(),
  ],
  build: {
    outDir,
    emptyOutDir: true,
    manifest: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: {
    port: 5173,
    proxy: Object.fromEntries(
      ['/api', '/app-config.json', '/pgRedirect', '/demo', '/sandbox'].map((path) => [path, 'http://127.0.0.1:8080']),
    ),
  },
})
