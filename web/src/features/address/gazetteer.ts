import { api } from '#/api/client'
import { unwrap } from '#/api/unwrap'
import { geocoded, placeOf } from '#/platform/map/google-place'
import type { Geocoder, MapPort } from '#/platform/map/port'
import type { Schematic } from '#/platform/map/schematic'

/** The places that our own server knows. It answers in the format of Google's geocoder. */
const gazetteer: Geocoder = {
  name: 'gazetteer',
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

/** The map of an installation that has no map provider. */
export function schematicPort(): MapPort {
  let drawn: Promise<Schematic> | undefined
  const draw = () => {
    drawn ??= unwrap(api.GET('/api/Places/schematic'))
    // After a failure, the next call asks the server again.
    drawn.catch(() => {
      drawn = undefined
    })
    return drawn
  }
  return {
    schematic: true,
    geocoder: gazetteer,
    async middleOf(city) {
      return (await draw()).cities.find(({ name }) => name === city)?.location
    },
    async createMap(element, options) {
      try {
        const [{ createSchematic }, schematic] = await Promise.all([import('#/platform/map/schematic'), draw()])
        return createSchematic(element, options, schematic)
      } catch (error) {
        options.onFail()
        throw error
      }
    },
  }
}
