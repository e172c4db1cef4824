import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { configQuery } from '#/api/config'
import { getLocale } from '#/copy'
import { framedPort } from '#/platform/map/framed'
import type { MapPort } from '#/platform/map/port'
import { schematicPort } from './gazetteer'

/** The map of this installation, and ours in its place once it has failed; none until the installation is known. */
export function useMapPort(): { port?: MapPort; onFail(): void } {
  const { data, isPending } = useQuery(configQuery)
  const [failed, setFailed] = useState(false)
  const page = data?.mapPage
  const port = useMemo(
    () => (page && !failed ? framedPort(`${page}?lang=${getLocale()}`) : schematicPort()),
    [page, failed],
  )
  return { port: isPending ? undefined : port, onFail: () => setFailed(true) }
}
