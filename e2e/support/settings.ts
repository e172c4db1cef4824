import { test } from './fixtures'

/** Settings for the cities of a describe block. A test's own city takes them when it starts. */
export function setForCities(settings: Record<string, string>): void {
  test.beforeAll(() => void Object.assign(process.env, settings))
  test.afterAll(() => {
    for (const name of Object.keys(settings)) delete process.env[name]
  })
}
