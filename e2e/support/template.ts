import { rmSync } from 'node:fs'
import { City } from './city'

/** Creates the city's history once. Every city of the run starts on a copy of it. */
export default async function makeTemplate(): Promise<() => void> {
  const city = await City.start()
  const folder = await city.freeze()
  process.env.RENTO_E2E_TEMPLATE = folder
  return () => rmSync(folder, { recursive: true, force: true })
}
