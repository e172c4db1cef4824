import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query'
import { LocateFixed } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { activeProducts, type DashboardData, useDashboard } from '#/api/dashboard'
import { fixedKey } from '#/api/keys'
import { m } from '#/copy'
import { InlineError } from '#/kit/InlineError'
import { QueryContent } from '#/kit/QueryContent'
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
import { type NewAddressForm as NewAddress, type NewAddressOptions, useNewAddress } from '../use-new-address'
import { AddressFields } from './AddressFields'
import { LocationPrompt } from './LocationPrompt'
import { MapPane, type MapPaneProps } from './MapPane'
import { StreetSearch } from './StreetSearch'

export interface NewAddressFormProps {
  /** The city, by name or slug, that the address must be in. Without it, any city that we serve is fine. */
  boundCity?: string
  /**
   * The address is for a request that is not raised yet.
   * It joins the saved addresses once the request is raised.
   */
  forRequest?: boolean
  /** The address was saved. */
  onSaved(address: Address): void
  /**
   * We do not deliver to the chosen place, and the map is back where it started.
   * The message is the server's, if any.
   */
  onNotServiceable(message?: string): void
}

/** Adds an address. On desktop the fields are beside a map. On mobile the map comes first. */
export function NewAddressForm(props: NewAddressFormProps) {
  const query = useDashboard()
  return (
    <QueryContent
      query={query}
      pending={<SpinnerBlock label={m.address_map_loading()} />}
      failed={m.address_cities_failed()}
      age={null}
    >
      {(dashboard) => <WithMap {...props} dashboard={dashboard} />}
    </QueryContent>
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
  const options = { port, onFail, home, cities, mapFirst: !desktop, boundCity, forRequest, onSaved, onNotServiceable }
  return desktop ? <DesktopForm {...options} /> : <OnPhone {...options} />
}

/**
 * The fields are below the prompt for the location. So wait until it is known whether the prompt is shown.
 */
function OnPhone(options: FormOptions) {
  const permission = usePermission()
  if (!permission) return <SpinnerBlock label={m.address_map_loading()} />
  return <MobileForm {...options} permission={permission} />
}

/** Whether the browser may tell the location. */
function usePermission(): PermissionState | undefined {
  const { data } = useQuery({
    queryKey: fixedKey('location-permission'),
    queryFn: locationPermission,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0, // the next form asks anew
    networkMode: 'always',
  })
  return data
}

function citiesOf({ locations }: DashboardData, boundCity?: string): CityChoice[] {
  const bound = boundCity?.toLowerCase()
  return bound ? locations.filter(({ name, slug }) => name.toLowerCase() === bound || slug === bound) : locations
}

/** The customer's city: where their items are, or else the city whose page they came from. */
function cityOfItems(dashboard: DashboardData): string | undefined {
  const [item] = activeProducts(dashboard)
  const { locations } = dashboard
  const city = locations.find(({ id }) => id === item?.locationId) ?? locations.find(({ slug }) => slug === citySlug())
  return city?.name
}

/**
 * Where the map starts, or undefined until that is known.
 * If the map is replaced by another one, the start stays.
 */
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

type FormOptions = NewAddressOptions & Pick<MapPaneProps, 'onFail'>

function DesktopForm(options: FormOptions) {
  const address = useNewAddress(options)
  const { draft, form } = address
  return (
    <form {...form.props} className="grid gap-4">
      <MapPane port={options.port} at={draft.at} onMove={address.moved} onFail={options.onFail} />
      <Search address={address} options={options} />
      <UseLocation address={address} />
      <AddressFields address={address} cities={options.cities} />
      <DialogFooter>
        <InlineError>{draft.problem}</InlineError>
        <SaveButton address={address}>{m.address_save()}</SaveButton>
      </DialogFooter>
    </form>
  )
}

function MobileForm({ permission, ...options }: FormOptions & { permission: PermissionState }) {
  const address = useNewAddress(options)
  const { draft, form } = address
  const { confirmed } = draft
  const fields = form.props.ref
  useEffect(() => {
    // The Continue button is disabled now, so move the focus to the first field that must be filled in.
    if (confirmed) fields.current?.querySelector<HTMLElement>('input[required]')?.focus()
  }, [confirmed, fields])
  return (
    <form {...form.props} className="grid gap-4">
      <MapPane port={options.port} at={draft.at} onMove={address.moved} onFail={options.onFail} growable />
      <LocationPrompt permission={permission} onAllow={address.toMyPlace} />
      <UseLocation address={address} />
      <Search address={address} options={options} />
      {confirmed && <AddressFields address={address} cities={options.cities} alwaysPincode />}
      <DialogFooter>
        <InlineError>{draft.problem}</InlineError>
        <MobileButton address={address} />
      </DialogFooter>
    </form>
  )
}

/** Continue confirms the place. Proceed saves the address. */
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

function Search({ address, options }: AddressProps & { options: NewAddressOptions }) {
  const { draft, form } = address
  return (
    <StreetSearch
      geocoder={options.port.geocoder}
      street={draft.street}
      error={form.errors.street}
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
