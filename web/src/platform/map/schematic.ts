import L from 'leaflet'
import 'leaflet/dist/leaflet.css'
import './schematic.css'
import { type MapOptions, type MapView, type Point, samePoint } from './port'

/** What is drawn: the served area of each city, and the centre of each locality. */
export interface Schematic {
  cities: { name: string; location: Point; radiusKm: number }[]
  localities: { name: string; location: Point }[]
}

/** From this zoom level on, the names of localities have room. */
const NAMES_FROM_ZOOM = 12
const METRES_PER_KM = 1000

/** A background of street squares that moves with the map. Its colours are those of the page. */
class Ground extends L.GridLayer {
  protected override createTile(): HTMLElement {
    const tile = document.createElement('div')
    tile.className = 'map-ground'
    return tile
  }
}

function text(words: string): HTMLElement {
  const element = document.createElement('span')
  element.textContent = words
  return element
}

/** Names are elements, because this page accepts no HTML from strings. */
function draw(map: L.Map, { cities, localities }: Schematic): void {
  for (const city of cities) {
    L.circle(city.location, { radius: city.radiusKm * METRES_PER_KM, className: 'map-city', interactive: false }).addTo(
      map,
    )
    name(city.location, city.name, 'map-city-name').addTo(map)
  }
  for (const locality of localities) {
    L.circleMarker(locality.location, { radius: 5, className: 'map-place', interactive: false }).addTo(map)
    name(locality.location, locality.name, 'map-place-name').addTo(map)
  }
}

function name(at: Point, words: string, className: string): L.Tooltip {
  return L.tooltip({ permanent: true, direction: 'right', offset: [6, 0], className })
    .setLatLng(at)
    .setContent(text(words))
}

/** How far one press of an arrow key moves the map, in px. */
const STEP = 80
const steps: Record<string, L.PointTuple> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
}

/** Leaflet listens for keys on the document, but dialogs let no arrow key get there. */
function moveByKeys(element: HTMLElement, map: L.Map): void {
  element.tabIndex = 0
  element.addEventListener('keydown', (event) => {
    const step = steps[event.key]
    if (!step) return
    event.preventDefault()
    map.panBy(step, { animate: false })
  })
}

/** A map without tiles and without a network: a drawing of the known places. */
export function createSchematic(element: HTMLElement, options: MapOptions, schematic: Schematic): MapView {
  const map = L.map(element, {
    zoomControl: false,
    attributionControl: false,
    keyboard: false,
    fadeAnimation: false,
    zoomAnimation: false,
    // Our own observer handles resizes and reports no move, because turning a phone does not move the pin.
    trackResize: false,
    inertia: !window.matchMedia('(prefers-reduced-motion: reduce)').matches,
    minZoom: 9,
    maxZoom: 18,
  })
  // Hide the drawing from screen readers.
  // They would read all names of a city, and the street line below says more.
  map.getPane('mapPane')?.setAttribute('aria-hidden', 'true')
  element.setAttribute('role', 'application')
  element.setAttribute('aria-label', options.label)
  let ours = false
  const quietly = (move: () => void) => {
    ours = true
    move()
    ours = false
  }
  const showNames = () => element.classList.toggle('map-near', map.getZoom() >= NAMES_FROM_ZOOM)
  const centre = (): Point => ({ lat: map.getCenter().lat, lng: map.getCenter().lng })
  let told = options.centre
  map.on('zoomend', showNames)
  quietly(() => map.setView(options.centre, options.zoom, { animate: false }))
  new Ground().addTo(map)
  draw(map, schematic)
  showNames()
  moveByKeys(element, map)
  map.on('moveend', () => {
    if (ours || samePoint(centre(), told)) return
    told = centre()
    options.onMoveEnd(told)
  })
  const resized = new ResizeObserver(() => quietly(() => map.invalidateSize({ animate: false })))
  resized.observe(element)
  return {
    moveTo(point) {
      if (samePoint(point, told)) return
      told = point
      quietly(() => map.setView(point, map.getZoom(), { animate: false }))
    },
    zoomBy: (steps) => void quietly(() => map.setZoom(map.getZoom() + steps, { animate: false })),
    destroy() {
      resized.disconnect()
      map.remove()
    },
  }
}
