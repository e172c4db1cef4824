import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCustomerId } from '#/api/customer'
import { m } from '#/copy'
import { isDirectLogin } from '#/state/session'
import { Button } from '#/ui/Button'
import { refundWayQuery } from '../calls'
import { RefundPreference } from './RefundPreference'
import { RefundWay } from './RefundWay'

/** The saved refund preference, with a button to change it. Agents can only look. */
export function SavedWay() {
  const way = useQuery(refundWayQuery(useCustomerId()))
  const [choosing, setChoosing] = useState(false)
  if (choosing) return <RefundPreference mode="banner" onNext={() => setChoosing(false)} />
  return (
    <div className="grid justify-items-start gap-1">
      <RefundWay query={way} />
      {way.data && !isDirectLogin() && (
        <Button variant="quiet" compact className="-ml-4" onClick={() => setChoosing(true)}>
          {way.data.preference ? m.refund_choose_another() : m.refund_choose()}
        </Button>
      )}
    </div>
  )
}
