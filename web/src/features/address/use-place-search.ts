import { type Dispatch, useEffect, useRef } from 'react'
import { useAppConfig } from '#/api/config'
import { ApiError } from '#/api/errors'
import { m } from '#/copy'
import { type LocationFailure, locate, locationPermission } from '#/platform/location'
import type { MapPort, Place, Point } from '#/platform/map/port'
import type { Draft, DraftEvent } from './draft'
import type { CityChoice } from './model'
import { checkServiceability } from './queries'

export interface PlaceSearchOptions {
  port: MapPort
  /** Where the map starts. */
  home: Point
  cities: CityChoice[]
  /** The map-first form of phones. It locates the customer automatically. */
  mapFirst: boolean
  /** The city, by name or slug, that the place must be in. */
  boundCity?: string
  onNotServiceable(message?: string): void
}

interface PlaceSearch extends PlaceSearchOptions {
  draft: Draft
  /** What the customer typed before the page reloaded. */
  typed?: Draft
  dispatch: Dispatch<DraftEvent>
  /** A new search begins. An answer that was wrong for the former place may be right now. */
  onBegin(): void
  /** The street line is not accepted, for the reason in `text`. */
  onWrongStreet(text: string): void
}

const FORBIDDEN = 403

/**
 * How much to say about a place that is not served. 'nothing': the customer has not asked for anything yet.
 * 'unserved': the device located itself. Say that the place is not served, but not that it is outside the
 * bound city. 'all': the customer chose the place.
 */
type Telling = 'nothing' | 'unserved' | 'all'

/**
 * Finds the place of an address by device location, on the map or by text, and checks whether it is served.
 */
export function usePlaceSearch(search: PlaceSearch) {
  const { port, home, cities, mapFirst, boundCity, draft, typed, dispatch, onWrongStreet } = search
  const { productName } = useAppConfig()
  // Every search has a number, so that answers to earlier searches are dropped.
  const turn = useRef(0)
  const isLast = (mine: number) => mine === turn.current
  const fail = (problem?: string) => dispatch({ type: 'fail', problem })
  const blameStreet = (text: string): undefined => {
    fail()
    onWrongStreet(text)
  }

  /** Checks whether the point is served. */
  const check = async (at: Point, mine: number, telling: Telling): Promise<boolean> => {
    try {
      const { serviceable, message } = await checkServiceability(at, boundCity)
      if (!isLast(mine)) return false
      if (serviceable) {
        dispatch({ type: 'served' })
        return true
      }
      dispatch({ type: 'unserved' })
      if (telling !== 'nothing') search.onNotServiceable(message)
    } catch (error) {
      if (!isLast(mine)) return false
      const forbidden = error instanceof ApiError && error.statusCode === FORBIDDEN
      if (forbidden) dispatch({ type: 'unserved' })
      fail(forbidden && telling !== 'all' ? undefined : messageOf(error))
    }
    return false
  }

  /** Finds the place at the point, unless it is known already, and checks whether it is served. */
  const resolvePlace = async (at: Point, mine: number, telling: Telling = 'all', known?: Place): Promise<void> => {
    try {
      const { status, place } = known ? { status: 'OK', place: known } : await port.geocoder.reverse(at)
      if (!isLast(mine)) return
      if (!place) {
        dispatch({ type: 'type', words: { street: '' } })
        fail(status === 'ZERO_RESULTS' ? m.address_no_results() : m.address_geocoder_failed({ status }))
        return
      }
      dispatch({ type: 'found', place, at, cities })
    } catch (error) {
      if (isLast(mine)) fail(messageOf(error))
      return
    }
    await check(at, mine, telling)
  }

  const begin = (phase: 'locating' | 'looking', at?: Point): number => {
    turn.current += 1
    search.onBegin()
    dispatch({ type: 'begin', phase, at })
    return turn.current
  }

  const toMyPlace = async (telling?: Telling) => {
    const mine = begin('locating')
    const answer = await locate()
    if (!isLast(mine)) return
    if ('at' in answer) await resolvePlace(answer.at, mine, telling)
    else fail(locationProblem(answer.failure, productName))
  }

  const start = async () => {
    const mine = turn.current
    if (typed?.street) return restore(typed)
    if (mapFirst && (await locationPermission()) === 'granted') await toMyPlace('unserved')
    else if (isLast(mine)) await check(home, mine, 'nothing')
  }
  /** Repeats the lookup that was in progress when the page reloaded. */
  const restore = async ({ place, served, at, phase }: Draft) => {
    if (place && !served) return check(at, begin('looking'), 'all')
    if (place || phase !== 'looking') return
    const mine = begin('looking')
    const found = await geocodeStreet(mine)
    if (found && isLast(mine)) await resolvePlace(found.point, mine, 'all', found)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form appears
  useEffect(() => {
    void start()
    return () => {
      turn.current += 1
    }
  }, [])

  const choose = async (id: string) => {
    const mine = begin('looking')
    try {
      const place = await port.geocoder.details(id)
      if (!isLast(mine)) return
      if (place?.point) await resolvePlace(place.point, mine, 'all', place)
      else blameStreet(m.address_choose_option())
    } catch (error) {
      if (isLast(mine)) fail(messageOf(error))
    }
  }

  /**
   * The place that the typed line names. A line that names only a town is refused.
   * A failure is already reported.
   */
  const geocodeStreet = async (mine: number): Promise<(Place & { point: Point }) | undefined> => {
    try {
      const { place } = await port.geocoder.geocode(draft.street)
      if (!isLast(mine)) return
      const { point } = place ?? {}
      if (!place || !point || place.townOnly) return blameStreet(m.address_not_legitimate())
      return { ...place, point }
    } catch (error) {
      if (isLast(mine)) fail(messageOf(error))
    }
  }

  /** Looks up the typed line. The result is dropped if another search starts meanwhile. */
  const lookUpStreet = () => geocodeStreet(begin('looking'))

  /** Checks whether the place that was just looked up is served. The typed line and city are kept. */
  const take = (place: Place & { point: Point }): Promise<boolean> => {
    dispatch({ type: 'found', place, at: place.point, cities, typed: true })
    return check(place.point, turn.current, 'all')
  }

  return {
    blameStreet,
    lookUpStreet,
    take,
    toMyPlace: () => void toMyPlace(),
    moved: (at: Point) => void resolvePlace(at, begin('looking', at)),
    choose: (id: string) => void choose(id),
  }
}

/** What failed, as a text for the customer. Errors of a provider's own script are not shown to customers. */
export function messageOf(error: unknown): string {
  return error instanceof ApiError ? error.message : m.api_unexpected()
}

function locationProblem(failure: LocationFailure, product: string): string {
  switch (failure) {
    case 'blocked':
      return m.address_location_blocked({ product })
    case 'failed':
      return m.address_location_failed()
    case 'lost':
      return m.address_location_lost()
    case 'unsupported':
      return m.address_location_unsupported()
  }
}
