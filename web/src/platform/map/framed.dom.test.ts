import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { STALL_MS } from '#/shared/stall'
import { framedPort } from './framed'
import type { MapView } from './port'

const street = {
  formatted_address: 'MG Road, Bengaluru',
  geometry: { location: { lat: 12.97, lng: 77.6 } },
  address_components: [],
}
const stalled = new Error('Nothing was heard.')
let page: MessagePort
let view: MapView

/** A port whose page has reported that its map is ready. After that the test speaks for the page. */
async function ready() {
  const element = document.createElement('div')
  const port = framedPort('/map', () => stalled)
  const made = port.createMap(element, {
    centre: { lat: 0, lng: 0 },
    zoom: 16,
    label: 'Map',
    onMoveEnd: () => {},
    onFail: () => {},
  })
  const frame = element.querySelector('iframe') as HTMLIFrameElement
  const postMessage = (_: unknown, __: string, [port]: MessagePort[]) => {
    page = port as MessagePort
  }
  Object.defineProperty(frame, 'contentWindow', { value: { postMessage } })
  frame.dispatchEvent(new Event('load'))
  page.postMessage({ ready: true })
  view = await made
  return port.geocoder
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => view.destroy())

test('a page that does not answer ends each call after 20 s, and what it says later is heard by nobody', async () => {
  const geocoder = await ready()
  const ends: unknown[] = []
  const told = (end: unknown) => void ends.push(end)
  geocoder.search('mg road').then(told, told)
  geocoder.reverse({ lat: 12.97, lng: 77.6 }).then(told, told)
  await vi.advanceTimersByTimeAsync(STALL_MS - 1)
  expect(ends).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(ends).toEqual([stalled, stalled])

  page.postMessage({ id: 1, answer: [{ id: 'late', text: 'Late' }] })
  const asked = geocoder.geocode('MG Road')
  page.postMessage({ id: 3, answer: { status: 'OK', results: [street] } })
  expect((await asked).place?.line).toBe('MG Road, Bengaluru')
  expect(ends).toHaveLength(2)
})

test('an answer, a failure and the end of the map end a call at once, and its limit with it', async () => {
  const geocoder = await ready()
  const answered = geocoder.search('mg road')
  page.postMessage({ id: 1, answer: [] })
  expect(await answered).toEqual([])
  const failed = geocoder.details('place')
  page.postMessage({ id: 2, error: 'OVER_QUERY_LIMIT' })
  await expect(failed).rejects.toThrow('OVER_QUERY_LIMIT')
  const left = geocoder.reverse({ lat: 12.97, lng: 77.6 })
  left.catch(() => {})
  // The call is sent once the page is there.
  await vi.advanceTimersByTimeAsync(0)
  view.destroy()
  await expect(left).rejects.toThrow('The map has gone.')
  expect(vi.getTimerCount()).toBe(0)
})
