import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { requestLoginCode, type SignIn } from '../sign-in'
import { CodeStep } from './CodeStep'
import { NumberStep } from './NumberStep'

interface Challenge {
  /** The number to which the code went. */
  mobile: string
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
  const wanted = useRef<string>(undefined)
  const request = useMutation({
    mutationFn: requestLoginCode,
    // Who has signed in with the former code does not wait for a new one.
    meta: { asks: true },
    onSuccess: (answer, number) => {
      // Meanwhile the person has turned to another number.
      if (wanted.current !== number) return
      setChallenge((last) => ({ ...answer, mobile: number, round: (last?.round ?? 0) + 1 }))
    },
  })
  if (!challenge) {
    return (
      <NumberStep
        mobile={mobile}
        onSubmit={(number) => {
          wanted.current = number
          setMobile(number)
          return request.mutateAsync(number)
        }}
      />
    )
  }
  return (
    <CodeStep
      mobile={challenge.mobile}
      challengeId={challenge.challengeId}
      resendAfter={challenge.resendAfter}
      round={challenge.round}
      resending={request.isPending}
      resendError={request.error?.message}
      onResend={() => request.mutate(challenge.mobile)}
      onChangeNumber={() => {
        wanted.current = undefined
        setChallenge(undefined)
        request.reset()
      }}
      onSignedIn={onSignedIn}
    />
  )
}
