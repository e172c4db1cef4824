import { STALL_MS } from '#/shared/stall'
import { type GeocoderResult, geocoded, placeOf } from './google-place'
import type { MapOptions, MapPort, Point, Suggestion } from './port'

/** How long the page may take to show its map, in milliseconds. The page itself gives up after 20 s. */
const READY_MS = 25_000

/** The calls that the page answers, with their input and result. */
interface Calls {
  search(input: string): Suggestion[]
  details(input: string): GeocoderResult | null
  reverse(input: Point): { status: string; results: GeocoderResult[] }
  geocode(input: string): { status: string; results: GeocoderResult[] }
  moveTo(input: Point): void
  zoomBy(input: number): void
}

type Heard =
  | { ready: true }
  | { failed: string }
  | { moved: Point }
  | { id: number; answer: unknown }
  | { id: number; error: string }

interface Page {
  ask<Call extends keyof Calls>(call: Call, input: Parameters<Calls[Call]>[0]): Promise<ReturnType<Calls[Call]>>
  close(): void
}

interface Waiting {
  resolve(answer: unknown): void
  reject(error: Error): void
  timer: number
}

/**
 * Google's maps on a separate page, served by our own server. Google's script never runs in this document.
 * A call without an answer fails after STALL_MS with the error that `stalled` makes.
 */
export function framedPort(address: string, stalled: () => Error): MapPort {
  let page: Promise<Page> | undefined
  const ask: Page['ask'] = async (call, input) => {
    if (!page) throw new Error('There is no map.')
    return (await page).ask(call, input)
  }
  return {
    schematic: false,
    geocoder: {
      name: 'google',
      search: (text) => ask('search', text),
      async details(id) {
        const result = await ask('details', id)
        return result ? placeOf(result) : undefined
      },
      async reverse(point) {
        const { status, results } = await ask('reverse', point)
        return geocoded(status, results)
      },
      async geocode(text) {
        const { status, results } = await ask('geocode', text)
        return geocoded(status, results)
      },
    },
    async createMap(element, options) {
      page = open(element, address, options, stalled)
      const { ask, close } = await page
      return {
        // A map that has been removed need not move, so ignore the error.
        moveTo: (centre) => void ask('moveTo', centre).catch(() => undefined),
        zoomBy: (steps) => void ask('zoomBy', steps).catch(() => undefined),
        destroy: close,
      }
    },
  }
}

/** Embeds the page in a frame and waits until its map is ready. */
function open(
  element: HTMLElement,
  address: string,
  { onMoveEnd, onFail, ...options }: MapOptions,
  stalled: () => Error,
): Promise<Page> {
  const frame = document.createElement('iframe')
  frame.src = address
  frame.title = options.label
  frame.className = 'size-full border-0'
  const { port1: channel, port2: theirs } = new MessageChannel()
  const waiting = new Map<number, Waiting>()
  /** Removes a waiting call, so that each call ends once: with its answer, by timeout, or with the page. */
  const take = (id: number) => {
    const asked = waiting.get(id)
    waiting.delete(id)
    window.clearTimeout(asked?.timer)
    return asked
  }
  let last = 0
  const page: Page = {
    ask: (call, input) =>
      new Promise((resolve, reject) => {
        last += 1
        const id = last
        const timer = window.setTimeout(() => take(id)?.reject(stalled()), STALL_MS)
        waiting.set(id, { resolve: resolve as (answer: unknown) => void, reject, timer })
        channel.postMessage({ id, call, input })
      }),
    close() {
      channel.close()
      frame.remove()
      for (const id of [...waiting.keys()]) take(id)?.reject(new Error('The map has gone.'))
    },
  }
  return new Promise((resolve, reject) => {
    const fail = (reason: string) => {
      window.clearTimeout(timer)
      page.close()
      reject(new Error(reason))
      onFail()
    }
    const timer = window.setTimeout(() => fail('The map did not get ready.'), READY_MS)
    channel.onmessage = ({ data }: MessageEvent<Heard>) => {
      if ('ready' in data) {
        window.clearTimeout(timer)
        resolve(page)
      } else if ('failed' in data) fail(data.failed)
      else if ('moved' in data) onMoveEnd(data.moved)
      else {
        const asked = take(data.id)
        if ('error' in data) asked?.reject(new Error(data.error))
        else asked?.resolve(data.answer)
      }
    }
    // The page is isolated, so it has no origin to name as target. Nothing in the message is a secret.
    frame.onload = () => frame.contentWindow?.postMessage({ type: 'rento:map', options }, '*', [theirs])
    element.append(frame)
  })
}
