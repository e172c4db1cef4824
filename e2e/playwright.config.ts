import { defineConfig } from '@playwright/test'
import { browser, viewports } from './support/browser'

// Journeys run the real program at the two widths of the layouts. Each is a customer's way through several
// screens. Journeys for which the width makes no difference (anyWidth), and those that set their own sizes
// (ownSizes), run only at 390 px. A busy machine is slow, not wrong. A passing test ends as soon as it can,
// so long timeouts cost time only when something fails.
const phone = { viewport: viewports.mobile, hasTouch: true }
const desktop = { viewport: viewports.desktop }

export default defineConfig({
  testDir: './journeys',
  globalSetup: './support/template.ts',
  outputDir: './test-results',
  fullyParallel: true,
  forbidOnly: true,
  retries: process.env.CI ? 1 : 0, // a test that passes only then is reported as flaky
  workers: 4, // keeps two cores busy, because journeys often wait
  timeout: 120_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  use: { ...browser, screenshot: 'only-on-failure' },
  projects: [
    { name: '390', grepInvert: /@walk|@before-release/, use: phone },
    { name: 'quick', grep: /@quick/, use: phone },
    { name: '1440', grepInvert: /@any-width|@own-sizes|@walk|@desktop-in-walk|@before-release/, use: desktop },
    { name: 'every-390', grep: /@before-release/, use: phone },
    { name: 'every-1440', grep: /@before-release/, grepInvert: /@any-width/, use: desktop },
    { name: 'walk-390', testMatch: 'walk.spec.ts', use: phone },
    { name: 'walk-1440', testMatch: 'walk.spec.ts', grep: /@desktop-in-walk/, use: desktop },
  ],
})
