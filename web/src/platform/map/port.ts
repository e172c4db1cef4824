/** A point on the earth, in degrees. */
export interface Point {
  lat: number
  lng: number
}

/** Where maps begin, and where they go back to from a place that is not served. */
export const DEFAULT_CENTRE: Point = { lat: 12.9716, lng: 77.5946 }
export const DEFAULT_ZOOM = 16

export function samePoint(a: Point, b: Point): boolean {
  return a.lat === b.lat && a.lng === b.lng
}

export interface MapOptions {
  centre: Point
  zoom: number
  /** The words for the map as a whole, for who cannot see it. */
  label: string
  /** The person has moved the map; moves by the app are not told. */
  onMoveEnd(centre: Point): void
  /** The map will not come, or has gone: a script that could not be loaded, a key that is refused. */
  onFail(): void
}

/** A map in an element. Its marker is the middle of it. */
export interface MapView {
  moveTo(centre: Point): void
  zoomBy(steps: number): void
  destroy(): void
}

export interface Suggestion {
  id: string
  text: string
}

/** A place as a geocoder tells it; what it does not know is ''. */
export interface Place {
  line: string
  /** Absent when the geocoder gives no geometry. */
  point?: Point
  area: string
  city: string
  state: string
  pincode: string
  /** It names a town, or less, and nothing in it. */
  townOnly: boolean
}

/** A status as Google words them: OK, ZERO_RESULTS, REQUEST_DENIED and so on; place is there with OK alone. */
export interface Geocoded {
  status: string
  place?: Place
}

/** Names and places, in India alone. */
export interface Geocoder {
  /** Its own, as the ids of its suggestions are. */
  name: string
  search(text: string, signal?: AbortSignal): Promise<Suggestion[]>
  details(id: string): Promise<Place | undefined>
  reverse(point: Point): Promise<Geocoded>
  geocode(text: string): Promise<Geocoded>
}

/** Everything that the app wants of a provider of maps. */
export interface MapPort {
  /** The map is a drawing of known places, not a picture of the land. */
  schematic: boolean
  /** The middle of a city of ours, by its name, where it can be told at once. */
  middleOf?(city: string): Promise<Point | undefined>
  geocoder: Geocoder
  createMap(element: HTMLElement, options: MapOptions): Promise<MapView>
}
