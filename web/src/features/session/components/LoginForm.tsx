import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { requestLoginCode, type SignIn } from '../sign-in'
import { CodeStep } from './CodeStep'
import { NumberStep } from './NumberStep'

interface Challenge {
  challengeId: string
  /** Seconds until another code may be asked for. */
  resendAfter: number
  /** Grows with every code, so that the countdown starts again. */
  round: number
}

/** Number, then code. Going back keeps the number. */
export function LoginForm({ onSignedIn }: { onSignedIn(answer: SignIn): void }) {
  const [mobile, setMobile] = useState('')
  const [challenge, setChallenge] = useState<Challenge>()
  const request = useMutation({
    mutationFn: requestLoginCode,
    onSuccess: (answer) => setChallenge((last) => ({ ...answer, round: (last?.round ?? 0) + 1 })),
  })
  if (!challenge) {
    return (
      <NumberStep
        mobile={mobile}
        onMobileChange={(digits) => {
          setMobile(digits)
          request.reset()
        }}
        onSubmit={() => request.mutate(mobile)}
        busy={request.isPending}
        error={request.error?.message}
      />
    )
  }
  return (
    <CodeStep
      mobile={mobile}
      challengeId={challenge.challengeId}
      resendAfter={challenge.resendAfter}
      round={challenge.round}
      resending={request.isPending}
      resendError={request.error?.message}
      onResend={() => request.mutate(mobile)}
      onChangeNumber={() => setChallenge(undefined)}
      onSignedIn={onSignedIn}
    />
  )
}
