import { useEffect, useEffectEvent } from 'react'
import { useCustomerId } from '#/api/customer'
import { m } from '#/copy'
import { timing } from '#/platform/timing'
import { SpinnerBlock } from '#/ui/Spinner'
import { fetchPrediction, type Statement } from '../calls'
import { type Prediction, pollPrediction } from '../prediction'

interface PredictionWaitProps {
  statement: Statement
  onEnd(prediction: Prediction): void
}

/** Waits while a bank statement is read, and reports the result. */
export function PredictionWait({ statement: { documentId, entityId }, onEnd }: PredictionWaitProps) {
  const customer = useCustomerId()
  const end = useEffectEvent(onEnd)
  useEffect(() => {
    let gone = false
    const polling = pollPrediction({
      fetch: () => fetchPrediction(customer, { documentId, entityId }),
      wanted: () => !gone,
      wait: timing.pause,
    })
    void polling.then((prediction) => gone || end(prediction))
    return () => {
      gone = true
    }
  }, [customer, documentId, entityId])
  return (
    <div className="grid justify-items-center text-center">
      <SpinnerBlock label={m.kyc_bank_waiting()} className="min-h-24" />
      <p className="font-semibold">{m.kyc_bank_waiting()}</p>
      <p className="text-muted text-support">{m.kyc_bank_waiting_note()}</p>
    </div>
  )
}
