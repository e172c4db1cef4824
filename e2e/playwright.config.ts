import { defineConfig } from '@playwright/test'
import { browser, viewports } from './support/browser'

// Journeys through the real program, at the two widths that the layouts are
// drawn for. Each is a person's way through several screens; one of which the
// width changes nothing (anyWidth), or that sets its sizes itself (ownSizes),
// says so and is gone at 390 alone. A machine that is busy is slow, not wrong:
// what passes ends as soon as it may, so patience costs time only where
// something fails.
const phone = { viewport: viewports.mobile, hasTouch: true }
const desktop = { viewport: viewports.desktop }

export default defineConfig({
  testDir: './journeys',
  globalSetup: './support/template.ts',
  outputDir: './test-results',
  fullyParallel: true,
  forbidOnly: true,
  retries: process.env.CI ? 1 : 0, // what passed only then is reported as flaky
  workers: 4, // keep two cores busy, because a journey often waits
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
