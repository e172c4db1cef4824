// Simulates Google's Maps JavaScript API as far as a page with a map uses it.
// Dragging the map moves its centre.
;(() => {
  const asked = new URL(document.currentScript.src).searchParams
  const powai = { lat: 19.1176, lng: 72.906 }
  const parts = [
    ['Hiranandani Gardens', 'sublocality_level_1'],
    ['Mumbai', 'locality'],
    ['Maharashtra', 'administrative_area_level_1'],
    ['India', 'country'],
    ['400076', 'postal_code'],
  ]
  const line = 'Central Avenue, Hiranandani Gardens, Mumbai, Maharashtra 400076, India'
  const latLng = ({ lat, lng }) => ({ lat: () => lat, lng: () => lng })
  const components = parts.map(([long_name, type]) => ({
    long_name,
    short_name: long_name,
    types: [type, 'political'],
  }))
  const known = { formatted_address: line, geometry: { location: latLng(powai) }, address_components: components }
  const perPixel = 0.00002

  class PlainMap {
    constructor(element, { center, zoom }) {
      Object.assign(this, { center, zoom, idle: [] })
      let from
      element.addEventListener('pointerdown', (event) => {
        from = { x: event.clientX, y: event.clientY }
      })
      window.addEventListener('pointerup', (event) => {
        if (!from) return
        const { lat, lng } = this.center
        this.setCenter({
          lat: lat + (event.clientY - from.y) * perPixel,
          lng: lng - (event.clientX - from.x) * perPixel,
        })
        from = undefined
      })
      this.setCenter(center)
    }
    addListener(name, listener) {
      if (name === 'idle') this.idle.push(listener)
    }
    getCenter() {
      return latLng(this.center)
    }
    setCenter(center) {
      this.center = center
      document.getElementById('map').textContent =
        `Google, ${center.lat.toFixed(4)}, ${center.lng.toFixed(4)}, zoom ${this.zoom}`
      setTimeout(() => {
        for (const listener of this.idle) listener()
      })
    }
    getZoom() {
      return this.zoom
    }
    setZoom(zoom) {
      this.zoom = zoom
      this.setCenter(this.center)
    }
  }

  class Geocoder {
    async geocode({ location, address, language, region }) {
      if (!language || region !== 'IN' || Boolean(location) === Boolean(address)) throw { code: 'INVALID_REQUEST' }
      if (address?.includes('Nowhere')) throw { code: 'ZERO_RESULTS' }
      const named = (...types) => components.filter((component) => types.some((type) => component.types.includes(type)))
      const town = named('locality', 'administrative_area_level_1', 'country')
      if (address?.includes('Qwxz')) return { results: [{ ...known, address_components: town }, known] }
      const lane = [...named('sublocality_level_1'), ...town]
      if (address?.includes('Hosa')) return { results: [{ ...known, address_components: lane }, known] }
      if (address?.includes('Denied')) throw { code: 'REQUEST_DENIED' }
      return { results: [{ ...known, geometry: { location: latLng(location ?? powai) } }] }
    }
  }

  class AutocompleteSessionToken {}

  const AutocompleteSuggestion = {
    async fetchAutocompleteSuggestions({ input, includedRegionCodes, sessionToken }) {
      if (String(includedRegionCodes) !== 'in' || !(sessionToken instanceof AutocompleteSessionToken))
        throw new Error('bad request')
      const toPlace = () => ({
        async fetchFields({ fields }) {
          if (fields.includes('location') && !input.includes('vague')) this.location = latLng(powai)
          this.formattedAddress = line
          this.addressComponents = parts.map(([longText, type]) => ({ longText, shortText: longText, types: [type] }))
        },
      })
      return { suggestions: [{ placePrediction: { placeId: 'g1', text: { text: line }, toPlace } }] }
    },
  }

  class AutocompleteService {
    async getPlacePredictions({ componentRestrictions, sessionToken }) {
      if (componentRestrictions.country !== 'in' || !(sessionToken instanceof AutocompleteSessionToken))
        throw new Error('bad request')
      return { predictions: [{ place_id: 'legacy1', description: `Legacy: ${line}` }] }
    }
  }

  class PlacesService {
    getDetails({ placeId }, callback) {
      if (placeId === 'legacy1') callback(known, 'OK')
      else callback(null, 'NOT_FOUND')
    }
  }

  const libraries = {
    maps: { Map: PlainMap },
    geocoding: { Geocoder },
    places: { AutocompleteSessionToken, AutocompleteSuggestion, AutocompleteService, PlacesService },
  }
  if (!asked.get('libraries')?.includes('places') || asked.get('region') !== 'IN') return
  window.google = { maps: { importLibrary: async (name) => libraries[name] } }
  if (asked.get('key') === 'refused') setTimeout(() => window.gm_authFailure(), 800)
})()
