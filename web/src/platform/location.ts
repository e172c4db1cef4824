import type { Point } from './map/port'

/** How long a device may look for itself. */
export const LOCATE_TIMEOUT_MS = 10_000

/** blocked: refused by the person or the browser; lost: an answer without coordinates. */
export type LocationFailure = 'blocked' | 'failed' | 'lost' | 'unsupported'

export type Located = { at: Point } | { failure: LocationFailure }

const PERMISSION_DENIED = 1

/** Where the device is. The browser asks the person, unless it has been told before. */
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

/** What the browser has been told; 'prompt' also where it cannot say. */
export async function locationPermission(): Promise<PermissionState> {
  try {
    return (await navigator.permissions.query({ name: 'geolocation' })).state
  } catch {
    return 'prompt'
  }
}
