import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { requestLoginCode, type SignIn } from '../sign-in'
import { CodeStep } from './CodeStep'
import { NumberStep } from './NumberStep'

interface Challenge {
  /** The number that the code was sent to. */
  mobile: string
  challengeId: string
  /** Seconds until another code can be requested. */
  resendAfter: number
  /** Increases with every code, so that the countdown restarts. */
  round: number
}

/** Asks for the number, then for the code. Going back keeps the number. */
export function LoginForm({ onSignedIn }: { onSignedIn(answer: SignIn): void }) {
  const [mobile, setMobile] = useState('')
  const [challenge, setChallenge] = useState<Challenge>()
  const wanted = useRef<string>(undefined)
  const request = useMutation({
    mutationFn: requestLoginCode,
    // A customer who signs in with the former code need not wait for the new one.
    meta: { asks: true },
    onSuccess: (answer, number) => {
      // The customer has changed the number in the meantime.
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
