import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { paraglideVitePlugin } from '@inlang/paraglide-js'
import tailwindcss from '@tailwindcss/vite'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { paraglide, router } from './generators.config.ts'
import inlang from './project.inlang/settings.json' with { type: 'json' }
import { wordsPlugin } from './words.config.ts'

/**
 * Leaflet tests with innerHTML whether the browser draws SVG, which this page's content security policy
 * forbids. The plugin replaces this test with a node.
 */
const leafletWithoutHtml = {
  name: 'leaflet-without-html',
  transform(code: string, id: string) {
    if (!id.includes('/leaflet/dist/leaflet-src')) return null
    const asked = "div.innerHTML = '<svg/>';"
    if (!code.includes(asked)) throw new Error('leaflet-without-html: Leaflet no longer asks as this plugin expects')
    return {
      code: code.replace(asked, "div.append(document.createElementNS('http://www.w3.org/2000/svg', 'svg'));"),
      map: null,
    }
  },
}

/** The service worker and the update notice. They load some time after the screens. */
const INSTALLED = /\/src\/(?:platform\/pwa|app\/UpdateNotice)/

/**
 * The texts of one language other than English.
 * They are in their own files, so that nobody stores all languages.
 */
const WORDS = /(?:virtual:words|\/src\/copy\/faults)\/[\w-]+(?:\.json)?$/

/**
 * A hash of what determines the shape of data stored in the browser: the contract,
 * and what the queries make of it.
 */
const fromHere = (path: string) => new URL(path, import.meta.url)
const queries = readdirSync(fromHere('src/features')).map((feature) => fromHere(`src/features/${feature}/queries.ts`))
const offlineShape = [fromHere('../api/openapi.yaml'), fromHere('src/api/dashboard.ts'), ...queries.filter(existsSync)]
  .reduce((hash, file) => hash.update(readFileSync(file)), createHash('sha256'))
  .digest('hex')
  .slice(0, 8)

const outDir = fileURLToPath(new URL('../internal/web/dist', import.meta.url))

export default defineConfig({
  base: '/dashboard/',
  define: { 'import.meta.env.VITE_OFFLINE_SHAPE': JSON.stringify(offlineShape) },
  resolve: { tsconfigPaths: true },
  plugins: [
    leafletWithoutHtml,
    tanstackRouter(router),
    paraglideVitePlugin(paraglide),
    wordsPlugin(paraglide.outdir, inlang),
    react(),
    tailwindcss(),
    VitePWA({
      registerType: 'autoUpdate',
      injectRegister: false,
      scope: '/dashboard/',
      base: '/dashboard/',
      manifest: false,
      workbox: {
        inlineWorkboxRuntime: true,
        importScripts: ['push.js'],
        globPatterns: ['index.html', 'assets/*.{js,css,woff2}', '*.svg'],
        navigateFallback: null,
        cleanupOutdatedCaches: true,
        runtimeCaching: [
          {
            // The page itself always comes from the network. Its stored copy is for offline use.
            // No address is ever stored, because addresses may carry a one-time sign-in code.
            urlPattern: ({ request, url }) => request.mode === 'navigate' && url.pathname.startsWith('/dashboard'),
            handler: 'NetworkOnly',
            options: { precacheFallback: { fallbackURL: '/dashboard/index.html' } },
          },
          {
            // A language is stored once it is used. `platform/pwa` removes the former one.
            urlPattern: ({ sameOrigin, url }) => sameOrigin && url.pathname.startsWith('/dashboard/assets/words/'),
            handler: 'CacheFirst',
            options: { cacheName: 'words' },
          },
        ],
      },
    }),
  ],
  build: {
    outDir,
    emptyOutDir: true,
    manifest: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // The page preloads its own scripts.
      // A list of the imports of all lazy files would cost more than it saves.
      resolveDependencies: (_file, deps, { hostType }) => (hostType === 'html' ? deps : []),
    },
    rolldownOptions: {
      output: {
        chunkFileNames: ({ facadeModuleId }) =>
          WORDS.test(facadeModuleId ?? '') ? 'assets/words/[name]-[hash].js' : 'assets/[name]-[hash].js',
        codeSplitting: {
          groups: [
            // What every page needs, in one file that rarely changes between deployments.
            // The first page has its own file.
            {
              name: 'core',
              test: /rolldown\/runtime|node_modules\/(?:react|react-dom|scheduler|use-sync-external-store|@tanstack\/[\w-]+)\//,
              tags: ['$initial'],
            },
            { name: 'home', tags: ['$initial'] },
            { name: 'installed', test: INSTALLED },
            // The offers are the last part of home to load, so they load in one file.
            // Their texts in other languages (`?words=`) stay in the files of those languages.
            {
              name: 'carousel',
              test: /node_modules\/embla-[\w-]+\/|\/ui\/Carousel|\/features\/banners\/|\/messages\/banners_(?!referral_title)\w+\.js$|\/icons\/(?:pause|play)\./,
            },
            // Icons and texts that several later files share.
            // A request for each would cost more than all of them together.
            { name: 'shared', test: /node_modules\/lucide-react\/|\/copy\/paraglide\//, minShareCount: 2 },
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    // The app is served under /dashboard/. Everything else goes to the server.
    proxy: { '^/(?!dashboard)': `http://127.0.0.1:${process.env.PORT ?? '8080'}` },
  },
})
