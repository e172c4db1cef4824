import { Autocomplete } from '@base-ui/react/autocomplete'
import { skipToken, useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { type FocusEvent, type KeyboardEvent, type RefObject, useId, useRef, useState } from 'react'
import { fixedKey } from '#/api/keys'
import { m } from '#/copy'
import type { Geocoder, Suggestion } from '#/platform/map/port'
import { useDebounced } from '#/shared/use-debounced'
import { controlClass, FieldShell, fieldIds } from '#/ui/Field'
import { messageOf } from '../use-place-search'

const SEARCH_DEBOUNCE_MS = 300
const SEARCH_MIN_LENGTH = 3

export interface StreetSearchProps {
  geocoder: Geocoder
  /** The current text of the street line. */
  street: string
  /** Why the street line is not accepted. */
  error?: string
  onType(street: string): void
  onChoose(id: string): void
  /** The customer pressed Enter on a text that is none of the options. */
  onChooseNothing(): void
}

/** The street line. While the customer types, it suggests matching places in India. */
export function StreetSearch({ geocoder, street, error, onType, onChoose, onChooseNothing }: StreetSearchProps) {
  const id = useId()
  const [asked, setAsked] = useState('')
  const highlighted = useRef<Suggestion>(undefined)
  const popup = useRef<HTMLDivElement>(null)
  const { data: found, error: failure } = useSuggestions(geocoder, asked)
  const problem = error ?? (failure ? messageOf(failure) : undefined)
  const shell = { label: m.address_search(), hint: m.address_search_hint(), error: problem }
  const { describedBy, invalid } = fieldIds(id, shell)
  const change = (text: string, chosen: boolean) => {
    onType(text)
    setAsked(chosen ? '' : text)
    const option = chosen && found?.find((suggestion) => suggestion.text === text)
    if (option) onChoose(option.id)
  }
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    // Enter chooses a place and does not submit the form.
    event.preventDefault()
    if (asked && !highlighted.current) onChooseNothing()
  }
  // A customer who goes to another field does not want suggestions any more, including those still loading.
  const leave = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget && !popup.current?.contains(relatedTarget)) setAsked('')
  }
  return (
    <FieldShell id={id} {...shell}>
      <Autocomplete.Root<Suggestion>
        items={found ?? []}
        mode="none"
        value={street}
        itemToStringValue={(suggestion) => suggestion.text}
        onValueChange={(text, { reason }) => change(text, reason === 'item-press')}
        onItemHighlighted={(suggestion) => {
          highlighted.current = suggestion
        }}
      >
        <span className="relative block">
          <Search aria-hidden="true" className="pointer-events-none absolute top-3.5 left-3.5 size-5 text-muted" />
          <Autocomplete.Input
            id={id}
            aria-describedby={describedBy}
            aria-invalid={invalid}
            autoComplete="off"
            onKeyDown={press}
            onBlur={leave}
            className={`${controlClass} pl-11`}
          />
        </span>
        {found && <Options popup={popup} />}
      </Autocomplete.Root>
    </FieldShell>
  )
}

function Options({ popup }: { popup: RefObject<HTMLDivElement | null> }) {
  return (
    <Autocomplete.Portal>
      <Autocomplete.Positioner sideOffset={4} className="z-[60] w-(--anchor-width)">
        <Autocomplete.Popup
          ref={popup}
          className="max-h-[min(320px,var(--available-height))] overflow-y-auto rounded-control border border-line bg-surface p-1 shadow-overlay"
        >
          <Autocomplete.Empty className="px-3 py-2 text-muted empty:hidden">
            {m.address_search_none()}
          </Autocomplete.Empty>
          <Autocomplete.List>
            {(suggestion: Suggestion) => (
              <Autocomplete.Item
                key={suggestion.id}
                value={suggestion}
                className="min-h-11 cursor-pointer rounded-chip px-3 py-2.5 outline-none data-highlighted:bg-brand-soft data-highlighted:text-brand-ink"
              >
                {suggestion.text}
              </Autocomplete.Item>
            )}
          </Autocomplete.List>
        </Autocomplete.Popup>
      </Autocomplete.Positioner>
    </Autocomplete.Portal>
  )
}

function useSuggestions(geocoder: Geocoder, asked: string) {
  const text = useDebounced(asked.trim(), SEARCH_DEBOUNCE_MS)
  const searching = text.length >= SEARCH_MIN_LENGTH && text === asked.trim()
  return useQuery({
    queryKey: fixedKey('street-search', geocoder.name, text),
    queryFn: searching ? ({ signal }) => geocoder.search(text, signal) : skipToken,
    staleTime: Number.POSITIVE_INFINITY,
  })
}
