import { api } from '#/api/client'
import { unwrap } from '#/api/unwrap'
import { geocoded, placeOf } from '#/platform/map/google-place'
import type { Geocoder, MapPort } from '#/platform/map/port'

/** The places that our own server knows; it answers as Google's geocoder does. */
const gazetteer: Geocoder = {
  async search(input, signal) {
    const { predictions } = await unwrap(api.GET('/api/Places/autocomplete', { params: { query: { input } }, signal }))
    return predictions.map(({ place_id, description }) => ({ id: place_id, text: description }))
  },
  async details(placeId) {
    const { result } = await unwrap(api.GET('/api/Places/details', { params: { query: { placeId } } }))
    return result && placeOf(result)
  },
  async reverse({ lat, lng }) {
    const { status, results } = await unwrap(
      api.GET('/api/Places/geocode', { params: { query: { latlng: `${lat},${lng}` } } }),
    )
    return geocoded(status, results)
  },
  async geocode(address) {
    const { status, results } = await unwrap(api.GET('/api/Places/geocode', { params: { query: { address } } }))
    return geocoded(status, results)
  },
}

/** The map of an installation without a provider of maps. */
export const schematicPort: MapPort = {
  schematic: true,
  geocoder: gazetteer,
  async createMap(element, options) {
    try {
      const [{ createSchematic }, schematic] = await Promise.all([
        import('#/platform/map/schematic'),
        unwrap(api.GET('/api/Places/schematic')),
      ])
      return createSchematic(element, options, schematic)
    } catch (error) {
      options.onFail()
      throw error
    }
  },
}
