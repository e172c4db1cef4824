import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { configQuery } from '#/api/config'
import { StalledError } from '#/api/errors'
import { getLocale, m } from '#/copy'
import { framedPort } from '#/platform/map/framed'
import type { MapPort } from '#/platform/map/port'
import { schematicPort } from './gazetteer'

/**
 * The map of this installation. Our own map replaces it after a failure, or while the configuration cannot be
 * loaded. The port is undefined until the configuration was asked for. A refetch does not remove the map.
 */
export function useMapPort(): { port?: MapPort; onFail(): void } {
  const { data, isFetched, isPaused } = useQuery(configQuery)
  const [failed, setFailed] = useState(false)
  const page = data?.mapPage
  const port = useMemo(
    () => (page && !failed ? framedPort(`${page}?lang=${getLocale()}`, stalled) : schematicPort()),
    [page, failed],
  )
  return { port: data || isFetched || isPaused ? port : undefined, onFail: () => setFailed(true) }
}

const stalled = () => new StalledError(m.api_stalled())
