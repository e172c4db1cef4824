import { defineConfig } from '@playwright/test'
import { browser, viewports } from './support/browser'

// Screenshots of every screen: two widths, two themes, the narrowest phone, and Hindi.
// Not a test: nothing is compared, a person looks at the pictures.
export default defineConfig({
  testDir: './screens',
  globalSetup: './support/template.ts',
  outputDir: './test-results',
  workers: 2,
  timeout: 300_000,
  expect: { timeout: 30_000 },
  reporter: [['line']],
  use: browser,
  projects: [
    { name: '390-light', use: { viewport: viewports.mobile, hasTouch: true, colorScheme: 'light' } },
    { name: '390-dark', use: { viewport: viewports.mobile, hasTouch: true, colorScheme: 'dark' } },
    { name: '1440-light', use: { viewport: viewports.desktop, colorScheme: 'light' } },
    { name: '1440-dark', use: { viewport: viewports.desktop, colorScheme: 'dark' } },
    { name: '320-light', use: { viewport: { width: 320, height: 640 }, hasTouch: true, colorScheme: 'light' } },
    {
      name: '390-hindi',
      use: { viewport: viewports.mobile, hasTouch: true, colorScheme: 'light' },
      metadata: { locale: 'hi' },
    },
  ],
})
