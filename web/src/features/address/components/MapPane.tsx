import { MapPin, Maximize2, Minimize2, Minus, Plus } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { m } from '#/copy'
import { useBackCloses } from '#/platform/back'
import { DEFAULT_ZOOM, type MapPort, type MapView, type Point } from '#/platform/map/port'
import { cx } from '#/shared/cx'
import { IconButton } from '#/ui/IconButton'
import { Notice } from '#/ui/Notice'
import { SpinnerBlock } from '#/ui/Spinner'

export interface MapPaneProps {
  port: MapPort
  at: Point
  onMove(at: Point): void
  onFail(): void
  /** Shows a button that lets the map fill the screen. */
  growable?: boolean
}

/** A map with a pin at its centre. Moving the map moves the pin. */
export function MapPane(props: MapPaneProps) {
  const { port, growable = false } = props
  const { element, view, state } = useMap(props)
  const [grown, setGrown] = useState(false)
  useBackCloses(grown, () => setGrown(false))
  if (state === 'failed') return <Notice>{m.address_map_failed()}</Notice>
  return (
    // A swipe here moves the map, not the sheet around it.
    <div
      data-base-ui-swipe-ignore=""
      className={cx(
        'isolate overflow-hidden bg-sunken',
        grown ? 'fixed inset-0 z-20' : 'relative rounded-row',
        // Keep the map at least as high as its column of buttons, which a low window would cut off.
        !grown && (growable ? 'h-[min(36dvh,320px)] min-h-39' : 'h-56'),
      )}
    >
      <div ref={element} className="size-full" />
      {state === 'loading' && <SpinnerBlock label={m.address_map_loading()} className="absolute inset-0" />}
      <MapPin
        aria-hidden="true"
        className="-translate-x-1/2 -translate-y-full pointer-events-none absolute top-1/2 left-1/2 z-[1000] size-10 fill-accent text-on-accent"
      />
      {port.schematic && <Label className="top-2 left-2 max-w-[calc(100%-16px)]">{m.address_map_schematic()}</Label>}
      <Label className="bottom-2 left-2 max-w-[calc(100%-72px)] font-semibold">{m.address_adjust_map()}</Label>
      <div className="absolute right-2 bottom-2 z-[1000] grid gap-1">
        {growable && (
          <MapButton
            label={grown ? m.address_full_screen_end() : m.address_full_screen()}
            onPress={() => setGrown(!grown)}
          >
            {grown ? (
              <Minimize2 aria-hidden="true" className="size-5" />
            ) : (
              <Maximize2 aria-hidden="true" className="size-5" />
            )}
          </MapButton>
        )}
        <MapButton label={m.address_zoom_in()} onPress={() => view.current?.zoomBy(1)}>
          <Plus aria-hidden="true" className="size-5" />
        </MapButton>
        <MapButton label={m.address_zoom_out()} onPress={() => view.current?.zoomBy(-1)}>
          <Minus aria-hidden="true" className="size-5" />
        </MapButton>
      </div>
    </div>
  )
}

/** Creates the port's map in an element and destroys it with the component. */
function useMap({ port, at, onMove, onFail }: MapPaneProps) {
  const element = useRef<HTMLDivElement>(null)
  const view = useRef<MapView>(undefined)
  const latest = useRef({ at, onMove, onFail })
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading')
  useEffect(() => {
    latest.current = { at, onMove, onFail }
    view.current?.moveTo(at)
  }, [at, onMove, onFail])
  useEffect(() => {
    let gone = false
    const place = element.current
    if (!place) return
    setState('loading')
    const options = {
      centre: latest.current.at,
      zoom: DEFAULT_ZOOM,
      label: m.address_map_label(),
      onMoveEnd: (centre: Point) => latest.current.onMove(centre),
      onFail: () => gone || latest.current.onFail(),
    }
    port.createMap(place, options).then(
      (made) => {
        if (gone) return made.destroy()
        view.current = made
        made.moveTo(latest.current.at)
        setState('ready')
      },
      () => gone || setState('failed'),
    )
    return () => {
      gone = true
      view.current?.destroy()
      view.current = undefined
    }
  }, [port])
  return { element, view, state }
}

function Label({ className, children }: { className: string; children: ReactNode }) {
  return (
    <p
      className={cx('absolute z-[1000] rounded-chip bg-surface px-2 py-1 text-ink text-label shadow-raised', className)}
    >
      {children}
    </p>
  )
}

function MapButton({ label, onPress, children }: { label: string; onPress(): void; children: ReactNode }) {
  return <IconButton label={label} icon={children} onClick={onPress} className="bg-surface shadow-raised" />
}
