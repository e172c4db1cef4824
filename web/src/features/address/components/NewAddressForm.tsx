import { useQuery } from '@tanstack/react-query'
import { LocateFixed } from 'lucide-react'
import { dashboardQuery } from '#/api/dashboard'
import { m } from '#/copy'
import { useIsDesktop } from '#/shared/use-media'
import { Button } from '#/ui/Button'
import { DialogFooter } from '#/ui/DialogFooter'
import { Notice } from '#/ui/Notice'
import { SpinnerBlock } from '#/ui/Spinner'
import { isComplete } from '../draft'
import type { Address, CityChoice } from '../model'
import { useMapPort } from '../use-map-port'
import { type NewAddressSetting, useNewAddress } from '../use-new-address'
import { AddressFields } from './AddressFields'
import { LocationPrompt } from './LocationPrompt'
import { MapPane, type MapPaneProps } from './MapPane'
import { StreetSearch } from './StreetSearch'

export interface NewAddressFormProps {
  /** The city, by name or slug, in which the address must lie; without it any city that we serve will do. */
  boundCity?: string
  /** The address is kept. */
  onSaved(address: Address): void
  /** Nothing is delivered to the chosen place; the map is back where it began. The message is the server's, if any. */
  onNotServiceable(message?: string): void
}

/** Adds an address: beside a map on desktop, map first on mobile. */
export function NewAddressForm({ boundCity, onSaved, onNotServiceable }: NewAddressFormProps) {
  const desktop = useIsDesktop()
  const { port, onFail } = useMapPort()
  const cities = useCities(boundCity)
  if (!port) return <SpinnerBlock label={m.address_map_loading()} />
  const setting = { port, onFail, cities, mapFirst: !desktop, boundCity, onSaved, onNotServiceable }
  return desktop ? <DesktopForm {...setting} /> : <MobileForm {...setting} />
}

function useCities(boundCity?: string): CityChoice[] {
  const cities: CityChoice[] = useQuery(dashboardQuery).data?.locations ?? []
  const bound = boundCity?.toLowerCase()
  return bound ? cities.filter(({ name, slug }) => name.toLowerCase() === bound || slug === bound) : cities
}

type FormSetting = NewAddressSetting & Pick<MapPaneProps, 'onFail'>

function DesktopForm(setting: FormSetting) {
  const form = useNewAddress(setting)
  const { draft } = form
  return (
    <div className="grid gap-4">
      <MapPane port={setting.port} at={draft.at} onMove={form.moved} onFail={setting.onFail} />
      <Search form={form} setting={setting} />
      <UseLocation form={form} />
      <AddressFields draft={draft} cities={setting.cities} onType={form.type} />
      <DialogFooter>
        <Problem text={draft.problem} />
        <Button
          wide
          busy={draft.phase !== 'idle'}
          disabled={!isComplete(draft)}
          disabledReason={m.address_incomplete()}
          onClick={form.save}
        >
          {m.address_save()}
        </Button>
      </DialogFooter>
    </div>
  )
}

function MobileForm(setting: FormSetting) {
  const form = useNewAddress(setting)
  const { draft } = form
  return (
    <div className="grid gap-4">
      <MapPane port={setting.port} at={draft.at} onMove={form.moved} onFail={setting.onFail} growable />
      <LocationPrompt onAllow={form.toMyPlace} />
      <UseLocation form={form} />
      <Search form={form} setting={setting} />
      {draft.confirmed && <AddressFields draft={draft} cities={setting.cities} alwaysPincode onType={form.type} />}
      <DialogFooter>
        <Problem text={draft.problem} />
        <MobileButton form={form} />
      </DialogFooter>
    </div>
  )
}

/** Continue says that the place is right, Proceed keeps the address. */
function MobileButton({ form: { draft, confirm, save } }: { form: Form }) {
  const busy = draft.phase !== 'idle'
  if (draft.phase === 'locating') {
    return (
      <Button wide busy>
        {m.address_fetching()}
      </Button>
    )
  }
  if (!draft.confirmed) {
    return (
      <Button wide busy={busy} onClick={confirm}>
        {m.address_continue()}
      </Button>
    )
  }
  return (
    <Button wide busy={busy} disabled={!isComplete(draft)} disabledReason={m.address_incomplete()} onClick={save}>
      {m.address_proceed()}
    </Button>
  )
}

type Form = ReturnType<typeof useNewAddress>

function Search({ form, setting }: { form: Form; setting: NewAddressSetting }) {
  return (
    <StreetSearch
      geocoder={setting.port.geocoder}
      street={form.draft.street}
      onType={(street) => form.type({ street })}
      onChoose={form.choose}
      onChooseNothing={form.chooseNothing}
    />
  )
}

function UseLocation({ form }: { form: Form }) {
  return (
    <Button variant="secondary" busy={form.draft.phase === 'locating'} onClick={form.toMyPlace}>
      <LocateFixed aria-hidden="true" className="size-5" />
      {m.address_use_location()}
    </Button>
  )
}

function Problem({ text }: { text?: string }) {
  return text ? <Notice tone="danger">{text}</Notice> : null
}
