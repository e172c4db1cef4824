import type { Point } from './map/port'

/** How long the device may take to find its position, in milliseconds. */
export const LOCATE_TIMEOUT_MS = 10_000

/** `blocked`: the customer or the browser refused. `lost`: the answer has no coordinates. */
export type LocationFailure = 'blocked' | 'failed' | 'lost' | 'unsupported'

export type Located = { at: Point } | { failure: LocationFailure }

const PERMISSION_DENIED = 1

/** Finds the position of the device. The browser asks the customer, unless they have decided before. */
export function locate(): Promise<Located> {
  const { geolocation } = navigator
  if (!geolocation) return Promise.resolve({ failure: 'unsupported' })
  return new Promise((resolve) => {
    geolocation.getCurrentPosition(
      ({ coords }) =>
        resolve(
          Number.isFinite(coords?.latitude) && Number.isFinite(coords?.longitude)
            ? { at: { lat: coords.latitude, lng: coords.longitude } }
            : { failure: 'lost' },
        ),
      ({ code }) => resolve({ failure: code === PERMISSION_DENIED ? 'blocked' : 'failed' }),
      { timeout: LOCATE_TIMEOUT_MS, enableHighAccuracy: true },
    )
  })
}

/** The permission that the browser knows. It is 'prompt' also if the browser cannot say. */
export async function locationPermission(): Promise<PermissionState> {
  try {
    return (await navigator.permissions.query({ name: 'geolocation' })).state
  } catch {
    return 'prompt'
  }
}
