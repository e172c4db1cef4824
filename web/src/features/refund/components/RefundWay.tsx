import type { UseQueryResult } from '@tanstack/react-query'
import { useAppConfig } from '#/api/config'
import { m } from '#/copy'
import { dataAge } from '#/kit/DataAge'
import { QueryContent } from '#/kit/QueryContent'
import { Spinner } from '#/ui/Spinner'
import type { StoredWay } from '../calls'
import { wayWords } from '../words'

/**
 * Where the deposit goes, or that this is still loading or failed to load.
 * `query` comes from `refundWayQuery`.
 */
export function RefundWay({ query }: { query: UseQueryResult<StoredWay> }) {
  const { walletName } = useAppConfig()
  return (
    <QueryContent
      query={query}
      pending={<Spinner label={m.kit_loading()} />}
      failed={m.refund_way_failed()}
      age={dataAge}
    >
      {(way) => <p>{wayWords(way, walletName)}</p>}
    </QueryContent>
  )
}
