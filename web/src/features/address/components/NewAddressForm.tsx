import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query'
import { LocateFixed } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { activeProducts, type DashboardData, useDashboard } from '#/api/dashboard'
import { fixedKey } from '#/api/keys'
import { m } from '#/copy'
import { Loaded } from '#/kit/Loaded'
import { WhyNot } from '#/kit/WhyNot'
import { locationPermission } from '#/platform/location'
import { DEFAULT_CENTRE, type MapPort, type Point } from '#/platform/map/port'
import { useIsDesktop } from '#/shared/use-media'
import { citySlug } from '#/state/city'
import { Button } from '#/ui/Button'
import { DialogFooter } from '#/ui/DialogFooter'
import { SpinnerBlock } from '#/ui/Spinner'
import { isComplete } from '../draft'
import type { Address, CityChoice } from '../model'
import { useMapPort } from '../use-map-port'
import { type NewAddressForm as NewAddress, type NewAddressSetting, useNewAddress } from '../use-new-address'
import { AddressFields } from './AddressFields'
import { LocationPrompt } from './LocationPrompt'
import { MapPane, type MapPaneProps } from './MapPane'
import { StreetSearch } from './StreetSearch'

export interface NewAddressFormProps {
  /** The city, by name or slug, in which the address must lie; without it any city that we serve will do. */
  boundCity?: string
  /** It is for a request that is not raised yet: until then it is not among the saved ones. */
  forRequest?: boolean
  /** The address is kept. */
  onSaved(address: Address): void
  /** Nothing is delivered to the chosen place; the map is back where it began. The message is the server's, if any. */
  onNotServiceable(message?: string): void
}

/** Adds an address: beside a map on desktop, map first on mobile. */
export function NewAddressForm(props: NewAddressFormProps) {
  const query = useDashboard()
  return (
    <Loaded
      query={query}
      pending={<SpinnerBlock label={m.address_map_loading()} />}
      failed={m.address_cities_failed()}
      age={null}
    >
      {(dashboard) => <WithMap {...props} dashboard={dashboard} />}
    </Loaded>
  )
}

function WithMap({
  boundCity,
  forRequest,
  dashboard,
  onSaved,
  onNotServiceable,
}: NewAddressFormProps & { dashboard: DashboardData }) {
  const desktop = useIsDesktop()
  const { port, onFail } = useMapPort()
  const cities = citiesOf(dashboard, boundCity)
  const home = useHome(port, cities.length === 1 ? cities[0]?.name : cityOfItems(dashboard))
  if (!port || !home) return <SpinnerBlock label={m.address_map_loading()} />
  const setting = { port, onFail, home, cities, mapFirst: !desktop, boundCity, forRequest, onSaved, onNotServiceable }
  return desktop ? <DesktopForm {...setting} /> : <OnPhone {...setting} />
}

/** The fields stand below the question for the location, so the form comes once it is known whether that is asked. */
function OnPhone(setting: FormSetting) {
  const permission = usePermission()
  if (!permission) return <SpinnerBlock label={m.address_map_loading()} />
  return <MobileForm {...setting} permission={permission} />
}

/** What the browser has been told of the location. */
function usePermission(): PermissionState | undefined {
  const [permission, setPermission] = useState<PermissionState>()
  useEffect(() => {
    let gone = false
    void locationPermission().then((state) => gone || setPermission(state))
    return () => {
      gone = true
    }
  }, [])
  return permission
}

function citiesOf({ locations }: DashboardData, boundCity?: string): CityChoice[] {
  const bound = boundCity?.toLowerCase()
  return bound ? locations.filter(({ name, slug }) => name.toLowerCase() === bound || slug === bound) : locations
}

/** The customer's city: where their things stand, else the one whose page they came from. */
function cityOfItems(dashboard: DashboardData): string | undefined {
  const [item] = activeProducts(dashboard)
  const { locations } = dashboard
  const city = locations.find(({ id }) => id === item?.locationId) ?? locations.find(({ slug }) => slug === citySlug())
  return city?.name
}

/** Where the map begins; none while that is being found out. A map that takes another's place keeps its beginning. */
function useHome(port: MapPort | undefined, city?: string): Point | undefined {
  const { data } = useQuery({
    queryKey: fixedKey('map-home', port?.schematic, city),
    queryFn: port
      ? async () => (city && (await port.middleOf?.(city).catch(() => undefined))) || DEFAULT_CENTRE
      : skipToken,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    networkMode: 'always',
  })
  return data
}

type FormSetting = NewAddressSetting & Pick<MapPaneProps, 'onFail'>

function DesktopForm(setting: FormSetting) {
  const address = useNewAddress(setting)
  const { draft, form } = address
  return (
    <form {...form.props} className="grid gap-4">
      <MapPane port={setting.port} at={draft.at} onMove={address.moved} onFail={setting.onFail} />
      <Search address={address} setting={setting} />
      <UseLocation address={address} />
      <AddressFields address={address} cities={setting.cities} />
      <DialogFooter>
        <WhyNot>{draft.problem}</WhyNot>
        <SaveButton address={address}>{m.address_save()}</SaveButton>
      </DialogFooter>
    </form>
  )
}

function MobileForm({ permission, ...setting }: FormSetting & { permission: PermissionState }) {
  const address = useNewAddress(setting)
  const { draft, form } = address
  const { confirmed } = draft
  const fields = form.props.ref
  useEffect(() => {
    // The button that said Continue is disabled now, so the focus goes where there is something to do.
    if (confirmed) fields.current?.querySelector<HTMLElement>('input[required]')?.focus()
  }, [confirmed, fields])
  return (
    <form {...form.props} className="grid gap-4">
      <MapPane port={setting.port} at={draft.at} onMove={address.moved} onFail={setting.onFail} growable />
      <LocationPrompt permission={permission} onAllow={address.toMyPlace} />
      <UseLocation address={address} />
      <Search address={address} setting={setting} />
      {confirmed && <AddressFields address={address} cities={setting.cities} alwaysPincode />}
      <DialogFooter>
        <WhyNot>{draft.problem}</WhyNot>
        <MobileButton address={address} />
      </DialogFooter>
    </form>
  )
}

/** Continue says that the place is right, Proceed keeps the address. */
function MobileButton({ address }: AddressProps) {
  const { draft, confirm } = address
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
  return <SaveButton address={address}>{m.address_proceed()}</SaveButton>
}

function SaveButton({ address: { draft, form }, children }: AddressProps & { children: ReactNode }) {
  return (
    <Button
      wide
      busy={draft.phase !== 'idle'}
      disabled={!isComplete(draft)}
      disabledReason={m.address_incomplete()}
      {...form.button}
    >
      {children}
    </Button>
  )
}

interface AddressProps {
  address: NewAddress
}

function Search({ address, setting }: AddressProps & { setting: NewAddressSetting }) {
  const { draft, form } = address
  return (
    <StreetSearch
      geocoder={setting.port.geocoder}
      street={draft.street}
      error={form.wrong.street}
      onType={(street) => form.change({ street })}
      onChoose={address.choose}
      onChooseNothing={address.chooseNothing}
    />
  )
}

function UseLocation({ address: { draft, toMyPlace } }: AddressProps) {
  return (
    <Button variant="secondary" busy={draft.phase === 'locating'} onClick={toMyPlace}>
      <LocateFixed aria-hidden="true" className="size-5" />
      {m.address_use_location()}
    </Button>
  )
}
