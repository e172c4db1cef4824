import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useReducer, useRef } from 'react'
import { addressesKey } from '#/api/addresses'
import { useAppConfig } from '#/api/config'
import { ApiError } from '#/api/errors'
import { m } from '#/copy'
import { type LocationFailure, locate, locationPermission } from '#/platform/location'
import { DEFAULT_CENTRE, type MapPort, type Place, type Point } from '#/platform/map/port'
import { useSessionUser } from '#/platform/session'
import { type Draft, emptyDraft, payload, pincodeFits, reduce, type Words } from './draft'
import type { Address, CityChoice } from './model'
import { addAddress, checkServiceability } from './queries'

export interface NewAddressSetting {
  port: MapPort
  cities: CityChoice[]
  /** The map-first form of phones: it locates by itself, asks to confirm, and insists on a pincode. */
  mapFirst: boolean
  /** The city, by name or slug, that the address must lie in. */
  boundCity?: string
  onSaved(address: Address): void
  onNotServiceable(message?: string): void
}

const FORBIDDEN = 403

/** Finding, confirming and saving one new address. */
export function useNewAddress(setting: NewAddressSetting) {
  const { port, cities, mapFirst, boundCity } = setting
  const [draft, dispatch] = useReducer(reduce, emptyDraft)
  const { productName } = useAppConfig()
  const queryClient = useQueryClient()
  const saving = useMutation(addAddress(useSessionUser()?.id ?? 0))
  // Every search has a number: an answer that is no longer the last one's is dropped.
  const turn = useRef(0)
  const isLast = (mine: number) => mine === turn.current
  const fail = (problem?: string): undefined => {
    dispatch({ type: 'fail', problem })
  }

  /** Whether the point is served; false has already been told, unless the person has not asked for anything yet. */
  const check = async (at: Point, mine: number, initial: boolean): Promise<boolean> => {
    try {
      const { serviceable, message } = await checkServiceability(at, boundCity)
      if (!isLast(mine)) return false
      if (serviceable) {
        dispatch({ type: 'served' })
        return true
      }
      dispatch({ type: 'unserved' })
      if (initial) fail(message)
      else setting.onNotServiceable(message)
    } catch (error) {
      if (!isLast(mine)) return false
      const forbidden = error instanceof ApiError && error.statusCode === FORBIDDEN
      if (forbidden) dispatch({ type: 'unserved' })
      fail(forbidden && initial ? undefined : messageOf(error))
    }
    return false
  }

  /** Names the point, unless a place was chosen by its name, and asks whether it is served. */
  const settle = async (at: Point, mine: number, chosen?: Place, initial = false): Promise<boolean> => {
    try {
      const { status, place } = chosen ? { status: 'OK', place: chosen } : await port.geocoder.reverse(at)
      if (!isLast(mine)) return false
      if (!place) {
        dispatch({ type: 'type', words: { street: '' } })
        fail(status === 'ZERO_RESULTS' ? m.address_no_results() : m.address_geocoder_failed({ status }))
        return false
      }
      dispatch({ type: 'found', place, at, cities })
    } catch (error) {
      if (isLast(mine)) fail(messageOf(error))
      return false
    }
    return check(at, mine, initial)
  }

  const begin = (phase: 'locating' | 'looking', at?: Point): number => {
    turn.current += 1
    dispatch({ type: 'begin', phase, at })
    return turn.current
  }

  const toMyPlace = async (initial = false) => {
    const mine = begin('locating')
    const answer = await locate()
    if (!isLast(mine)) return
    if ('at' in answer) await settle(answer.at, mine, undefined, initial)
    else fail(locationProblem(answer.failure, productName))
  }

  const start = async () => {
    const mine = turn.current
    if (mapFirst && (await locationPermission()) === 'granted') await toMyPlace(true)
    else if (isLast(mine)) await check(DEFAULT_CENTRE, mine, true)
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
    const place = await port.geocoder.details(id).catch(() => undefined)
    if (!isLast(mine)) return
    if (place?.point) await settle(place.point, mine, place)
    else fail(m.address_choose_option())
  }

  const confirm = () => {
    if (!draft.street.trim()) fail(m.address_please_select())
    else if (!draft.place || !draft.served) fail(m.address_not_valid())
    else dispatch({ type: 'confirm' })
  }

  /** A line that was typed by hand is looked up, so that what is saved is a place that exists and is served. */
  const lookUp = async (): Promise<Place | undefined> => {
    const mine = begin('looking')
    const { place } = await port.geocoder.geocode(`${draft.street}, ${draft.city}`).catch(() => ({ place: undefined }))
    if (!isLast(mine)) return
    if (!place?.point) return fail(m.address_not_legitimate())
    const named = { ...place, line: draft.street }
    return (await settle(place.point, mine, named)) ? named : undefined
  }

  const send = (ready: Draft) => {
    dispatch({ type: 'begin', phase: 'saving' })
    saving.mutate(payload(ready), {
      onSuccess: async (address) => {
        await queryClient.invalidateQueries({ queryKey: addressesKey })
        fail()
        setting.onSaved(address)
      },
      onError: () => fail(m.address_save_failed()),
    })
  }

  const save = async () => {
    if (!pincodeFits(draft, mapFirst)) return dispatch({ type: 'fail', badPincode: true })
    if (draft.place) return draft.served ? send(draft) : fail(m.address_not_valid())
    const place = await lookUp()
    // Without a pincode its field has appeared: the person decides before anything is kept.
    if (place?.point && place.pincode) send({ ...draft, place, at: place.point, pincode: place.pincode })
  }

  return {
    draft,
    type: (words: Partial<Words>) => dispatch({ type: 'type', words }),
    toMyPlace: () => void toMyPlace(),
    moved: (at: Point) => void settle(at, begin('looking', at)),
    choose: (id: string) => void choose(id),
    chooseNothing: () => fail(m.address_choose_option()),
    confirm,
    save: () => void save(),
  }
}

export type NewAddressForm = ReturnType<typeof useNewAddress>

function messageOf(error: unknown): string {
  return error instanceof ApiError ? error.message : m.errors_unexpected()
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
