import { test } from './fixtures'

/** Settings of the cities of a describe's tests: a city of one's own takes them from here, before its test begins. */
export function setForCities(settings: Record<string, string>): void {
  test.beforeAll(() => void Object.assign(process.env, settings))
  test.afterAll(() => {
    for (const name of Object.keys(settings)) delete process.env[name]
  })
}
