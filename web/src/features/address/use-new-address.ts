import { useMutation } from '@tanstack/react-query'
import { useEffect, useReducer } from 'react'
import { useChanged } from '#/api/changed'
import { useCustomerId } from '#/api/customer'
import { RejectedError, refusalOf } from '#/api/errors'
import { m } from '#/copy'
import { useRestoredDraft, useSaveDraft } from '#/kit/draft-storage'
import { useForm } from '#/kit/form'
import type { Place } from '#/platform/map/port'
import { atRest, type Draft, emptyDraft, otherCity, payload, reduce, schemaOf, type Words, wordsOf } from './draft'
import type { Address } from './model'
import { addAddress } from './queries'
import { type PlaceSearchOptions, usePlaceSearch } from './use-place-search'

/** The map-first form of phones also asks the customer to confirm the place, and requires a pincode. */
export interface NewAddressOptions extends PlaceSearchOptions {
  /**
   * The address is for a request that is not raised yet.
   * It joins the saved addresses once the request is raised.
   */
  forRequest?: boolean
  onSaved(address: Address): void
}

/** The form field for each field that a refusal of the server can name. */
const fieldOf: Partial<Record<string, keyof Words>> = {
  flatNo: 'flatNo',
  addressLine1: 'street',
  latlng: 'street',
  city: 'city',
  pincode: 'pincode',
}

/** The state of one new address: its fields, its place, and how both are confirmed and saved. */
export function useNewAddress(options: NewAddressOptions) {
  const { home, cities, mapFirst, boundCity } = options
  // Turning a tablet can cross the width at which the page reloads, so keep the draft.
  const name = `address:${boundCity ?? ''}`
  const typed = useRestoredDraft<Draft>(name)?.value
  const [draft, dispatch] = useReducer(reduce, undefined, () => (typed ? atRest(typed) : emptyDraft(home, cities)))
  useSaveDraft(name, draft)
  const { lat, lng } = home
  useEffect(() => dispatch({ type: 'open', home: { lat, lng } }), [lat, lng])
  const changed = useChanged()
  const saving = useMutation(addAddress(useCustomerId()))
  const form = useForm({
    schema: schemaOf(mapFirst),
    initialValues: wordsOf(draft),
    onChange: (words) => {
      // After the customer changes the place, an answer that was wrong before may be right now.
      form.clearErrors()
      dispatch({ type: 'type', words })
    },
    send: () => save(),
  })
  const { blameStreet, lookUpStreet, take, ...search } = usePlaceSearch({
    ...options,
    draft,
    typed,
    dispatch,
    onBegin: form.clearErrors,
    onWrongStreet: (text) => form.showErrors({ street: text }),
  })

  /** The customer confirms the place. It must be a chosen place that we serve. */
  const confirm = async () => {
    if (!draft.street.trim()) blameStreet(m.address_please_select())
    else if (draft.place && draft.served) dispatch({ type: 'confirm' })
    else if (draft.place || draft.unserved || (await lookUpStreet())) blameStreet(m.address_not_valid())
  }

  const blame = (field: keyof Words, text: string) => {
    dispatch({ type: 'fail' })
    form.showErrors({ [field]: text })
  }

  const isInCity = (place: Place): boolean => {
    const other = otherCity(place, draft.city, cities)
    if (other) blame('city', m.address_city_contradicts({ place: other, city: draft.city }))
    return !other
  }

  /** Looks up a line that was typed by hand, so that the saved place exists, is served and is in the city. */
  const saveTyped = async () => {
    const place = await lookUpStreet()
    if (!place || !isInCity(place)) return
    // Without a pincode, the pincode field has appeared. Save nothing until the customer has seen it.
    if ((await take(place)) && place.pincode) {
      await send({ ...draft, place, at: place.point, pincode: place.pincode })
    }
  }

  const send = async (ready: Draft) => {
    dispatch({ type: 'begin', phase: 'saving' })
    try {
      const address = await saving.mutateAsync({ ...payload(ready), forRequest: options.forRequest })
      await changed('addresses')
      dispatch({ type: 'fail' })
      options.onSaved(address)
    } catch (error) {
      const field = error instanceof RejectedError ? fieldOf[String(error.extra.field)] : undefined
      if (field) blame(field, (error as Error).message)
      else dispatch({ type: 'fail', problem: refusalOf(error) ?? m.address_save_failed() })
    }
  }

  const save = async () => {
    const { place, served, unserved } = draft
    if (unserved || (place && !served)) blameStreet(m.address_not_valid())
    else if (!place) await saveTyped()
    else if (isInCity(place)) await send(draft)
  }

  return {
    ...search,
    draft,
    form,
    chooseNothing: () => blameStreet(m.address_choose_option()),
    confirm: () => void confirm(),
  }
}

export type NewAddressForm = ReturnType<typeof useNewAddress>
