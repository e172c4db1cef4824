import { m } from '#/copy'
import { SelectField } from '#/ui/SelectField'
import { TextField } from '#/ui/TextField'
import { lacksPincode } from '../draft'
import { type CityChoice, PINCODE_LENGTH } from '../model'
import type { NewAddressForm } from '../use-new-address'

export interface AddressFieldsProps {
  address: NewAddressForm
  cities: CityChoice[]
  /** Shows the pincode field even if the pincode was found, and requires it. */
  alwaysPincode?: boolean
}

/** The fields that no map can fill in: flat, building, city and, if it was not found, the pincode. */
export function AddressFields({ address: { draft, form }, cities, alwaysPincode = false }: AddressFieldsProps) {
  const { errors, change } = form
  return (
    <div className="grid items-start gap-4 desktop:grid-cols-2">
      <TextField
        label={m.address_flat()}
        value={draft.flatNo}
        required
        maxLength={200}
        autoComplete="address-line1"
        error={errors.flatNo}
        onChange={(event) => change({ flatNo: event.target.value })}
      />
      <TextField
        label={m.address_building()}
        optionalText={m.address_optional()}
        value={draft.building}
        maxLength={200}
        autoComplete="address-line2"
        onChange={(event) => change({ building: event.target.value })}
      />
      <SelectField
        label={m.address_city()}
        value={draft.city}
        required
        placeholder={m.address_city_choose()}
        error={errors.city}
        options={cities.map(({ name }) => ({ value: name, label: name }))}
        onChange={(event) => change({ city: event.target.value })}
      />
      {(alwaysPincode || lacksPincode(draft)) && (
        <TextField
          label={m.address_pincode()}
          optionalText={alwaysPincode ? undefined : m.address_optional()}
          value={draft.pincode}
          required={alwaysPincode}
          maxLength={PINCODE_LENGTH}
          inputMode="numeric"
          autoComplete="postal-code"
          error={errors.pincode}
          onChange={(event) => change({ pincode: event.target.value })}
        />
      )}
    </div>
  )
}
