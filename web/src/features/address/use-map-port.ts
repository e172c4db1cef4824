import type { MapPort } from '#/platform/map/port'
import { schematicPort } from './gazetteer'

/** The map of this installation. */
export function useMapPort(): MapPort | undefined {
  return schematicPort
}
