import { useMutation } from '@tanstack/react-query'
import { useEffect, useReducer, useRef } from 'react'
import { useChanged } from '#/api/changed'
import { useAppConfig } from '#/api/config'
import { useCustomerId } from '#/api/customer'
import { ApiError, RejectedError, refusalOf } from '#/api/errors'
import { m } from '#/copy'
import { useForm } from '#/kit/form'
import { useRestored, useSaver } from '#/kit/kept'
import { type LocationFailure, locate, locationPermission } from '#/platform/location'
import type { MapPort, Place, Point } from '#/platform/map/port'
import { atRest, type Draft, emptyDraft, otherCity, payload, reduce, schemaOf, type Words, wordsOf } from './draft'
import type { Address, CityChoice } from './model'
import { addAddress, checkServiceability } from './queries'

export interface NewAddressSetting {
  port: MapPort
  /** Where the map begins. */
  home: Point
  cities: CityChoice[]
  /** The map-first form of phones: it locates by itself, asks to confirm, and insists on a pincode. */
  mapFirst: boolean
  /** The city, by name or slug, that the address must lie in. */
  boundCity?: string
  /** It is for a request that is not raised yet: until then it is not among the saved ones. */
  forRequest?: boolean
  onSaved(address: Address): void
  onNotServiceable(message?: string): void
}

const FORBIDDEN = 403

/**
 * What is told of a place that is not served: nothing while the person has asked for nothing; for the location that
 * the device tells by itself all but that it lies outside the bound city.
 */
type Telling = 'nothing' | 'unserved' | 'all'

/** The answer that a refusal of the server names. */
const fieldOf: Partial<Record<string, keyof Words>> = {
  flatNo: 'flatNo',
  addressLine1: 'street',
  latlng: 'street',
  city: 'city',
  pincode: 'pincode',
}

/** Finding, confirming and saving one new address. */
export function useNewAddress(setting: NewAddressSetting) {
  const { port, home, cities, mapFirst, boundCity } = setting
  // Turned round, a tablet crosses the width at which the page is loaded anew.
  const name = `address:${boundCity ?? ''}`
  const typed = useRestored<Draft>(name)?.value
  const [draft, dispatch] = useReducer(reduce, undefined, () => (typed ? atRest(typed) : emptyDraft(home, cities)))
  useSaver(name, draft)
  const { productName } = useAppConfig()
  const changed = useChanged()
  const saving = useMutation(addAddress(useCustomerId()))
  // Every search has a number: an answer that is no longer the last one's is dropped.
  const turn = useRef(0)
  const isLast = (mine: number) => mine === turn.current
  const fail = (problem?: string): undefined => {
    dispatch({ type: 'fail', problem })
  }
  const blame = (field: keyof Words, text: string): undefined => {
    fail()
    form.refuse({ [field]: text })
  }
  const form = useForm({
    schema: schemaOf(mapFirst),
    start: wordsOf(draft),
    onChange: (words) => {
      // A place that the person changes may be right with an answer that was wrong for the one before.
      form.forgive()
      dispatch({ type: 'type', words })
    },
    send: () => save(),
  })
  const { lat, lng } = home
  useEffect(() => dispatch({ type: 'open', home: { lat, lng } }), [lat, lng])

  /** Whether the point is served. */
  const check = async (at: Point, mine: number, telling: Telling): Promise<boolean> => {
    try {
      const { serviceable, message } = await checkServiceability(at, boundCity)
      if (!isLast(mine)) return false
      if (serviceable) {
        dispatch({ type: 'served' })
        return true
      }
      dispatch({ type: 'unserved' })
      if (telling !== 'nothing') setting.onNotServiceable(message)
    } catch (error) {
      if (!isLast(mine)) return false
      const forbidden = error instanceof ApiError && error.statusCode === FORBIDDEN
      if (forbidden) dispatch({ type: 'unserved' })
      fail(forbidden && telling !== 'all' ? undefined : messageOf(error))
    }
    return false
  }

  /** Names the point, unless a place is known already, and asks whether it is served. */
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
    form.forgive()
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
  /** What was being looked up when the page was loaded anew is looked up once more. */
  const restore = async ({ place, served, at, phase }: Draft) => {
    if (place && !served) return check(at, begin('looking'), 'all')
    if (place || phase !== 'looking') return
    const mine = begin('looking')
    const found = await lookUp(mine)
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
      else blame('street', m.address_choose_option())
    } catch (error) {
      if (isLast(mine)) fail(messageOf(error))
    }
  }

  /** The place that the typed line names, if it names more than a town; none has been told, as has a failure. */
  const lookUp = async (mine: number): Promise<(Place & { point: Point }) | undefined> => {
    try {
      const { place } = await port.geocoder.geocode(draft.street)
      if (!isLast(mine)) return
      const { point } = place ?? {}
      if (!place || !point || place.townOnly) return blame('street', m.address_not_legitimate())
      return { ...place, point }
    } catch (error) {
      if (isLast(mine)) fail(messageOf(error))
    }
  }

  /** The person says that the place is right: it must be one that was chosen, and is served. */
  const confirm = async () => {
    if (!draft.street.trim()) blame('street', m.address_please_select())
    else if (draft.place && draft.served) dispatch({ type: 'confirm' })
    else if (draft.place || draft.unserved || (await lookUp(begin('looking')))) blame('street', m.address_not_valid())
  }

  const isInCity = (place: Place): boolean => {
    const other = otherCity(place, draft.city, cities)
    if (other) blame('city', m.address_city_contradicts({ place: other, city: draft.city }))
    return !other
  }

  /** A line that was typed by hand is looked up as it stands, so that what is saved exists, is served, and lies in the city. */
  const saveTyped = async () => {
    const mine = begin('looking')
    const place = await lookUp(mine)
    if (!place || !isInCity(place)) return
    const { point } = place
    dispatch({ type: 'found', place, at: point, cities, typed: true })
    // Without a pincode its field has appeared: the person decides before anything is kept.
    if ((await check(point, mine, 'all')) && place.pincode) {
      await send({ ...draft, place, at: point, pincode: place.pincode })
    }
  }

  const send = async (ready: Draft) => {
    dispatch({ type: 'begin', phase: 'saving' })
    try {
      const address = await saving.mutateAsync({ ...payload(ready), forRequest: setting.forRequest })
      await changed('addresses')
      fail()
      setting.onSaved(address)
    } catch (error) {
      const field = error instanceof RejectedError ? fieldOf[String(error.extra.field)] : undefined
      if (field) blame(field, (error as Error).message)
      else fail(refusalOf(error) ?? m.address_save_failed())
    }
  }

  const save = async () => {
    const { place, served, unserved } = draft
    if (unserved || (place && !served)) blame('street', m.address_not_valid())
    else if (!place) await saveTyped()
    else if (isInCity(place)) await send(draft)
  }

  return {
    draft,
    form,
    toMyPlace: () => void toMyPlace(),
    moved: (at: Point) => void resolvePlace(at, begin('looking', at)),
    choose: (id: string) => void choose(id),
    chooseNothing: () => blame('street', m.address_choose_option()),
    confirm: () => void confirm(),
  }
}

export type NewAddressForm = ReturnType<typeof useNewAddress>

/** What has failed, in words for a person; what a provider's own script says is not. */
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
