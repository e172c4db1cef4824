import { defineConfig } from '@playwright/test'
import { browser, viewports } from './support/browser'

// Journeys through the real program, at the two widths that the layouts are
// drawn for. Each is a person's way through several screens.
export default defineConfig({
  testDir: './journeys',
  globalSetup: './support/template.ts',
  outputDir: './test-results',
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  use: { ...browser, screenshot: 'only-on-failure' },
  projects: [
    { name: '390', use: { viewport: viewports.mobile, hasTouch: true } },
    { name: '1440', use: { viewport: viewports.desktop } },
  ],
})
