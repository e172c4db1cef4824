/** A point on the earth, in degrees. */
export interface Point {
  lat: number
  lng: number
}

/** Where maps start, and where they return to from a place that is not served. */
export const DEFAULT_CENTRE: Point = { lat: 12.9716, lng: 77.5946 }
export const DEFAULT_ZOOM = 16

export function samePoint(a: Point, b: Point): boolean {
  return a.lat === b.lat && a.lng === b.lng
}

export interface MapOptions {
  centre: Point
  zoom: number
  /** The label of the whole map for screen readers. */
  label: string
  /** The customer has moved the map. Moves by the app are not reported. */
  onMoveEnd(centre: Point): void
  /** The map will not load or has failed, for example because a script is missing or a key is refused. */
  onFail(): void
}

/** A map in an element. Its marker is at the centre. */
export interface MapView {
  moveTo(centre: Point): void
  zoomBy(steps: number): void
  destroy(): void
}

export interface Suggestion {
  id: string
  text: string
}

/** A place as a geocoder reports it. Unknown parts are ''. */
export interface Place {
  line: string
  /** Absent when the geocoder gives no geometry. */
  point?: Point
  area: string
  city: string
  state: string
  pincode: string
  /** The place is a town or larger, and nothing more precise. */
  townOnly: boolean
}

/** A status in Google's words: OK, ZERO_RESULTS, REQUEST_DENIED and so on. `place` is set only with OK. */
export interface Geocoded {
  status: string
  place?: Place
}

/** Finds names and places, in India only. */
export interface Geocoder {
  /** The geocoder's name. The ids of suggestions are valid for this geocoder only. */
  name: string
  search(text: string, signal?: AbortSignal): Promise<Suggestion[]>
  details(id: string): Promise<Place | undefined>
  reverse(point: Point): Promise<Geocoded>
  geocode(text: string): Promise<Geocoded>
}

/** Everything that the app needs from a map provider. */
export interface MapPort {
  /** The map is a drawing of known places, not of the real land. */
  schematic: boolean
  /** The centre of one of our cities, by its name, where it is known at once. */
  middleOf?(city: string): Promise<Point | undefined>
  geocoder: Geocoder
  createMap(element: HTMLElement, options: MapOptions): Promise<MapView>
}
