import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { keepChallenge, keptChallenge, type LoginChallenge } from '#/state/login-challenge'
import { requestLoginCode, type SignIn } from '../sign-in'
import { CodeStep } from './CodeStep'
import { NumberStep } from './NumberStep'

/** Asks for the number, then for the code. Going back keeps the number. A reload keeps the code screen. */
export function LoginForm({ onSignedIn }: { onSignedIn(answer: SignIn): void }) {
  const [challenge, setChallenge] = useState(keptChallenge)
  const [mobile, setMobile] = useState(challenge?.mobile ?? '')
  const wanted = useRef(challenge?.mobile)
  const show = (next: LoginChallenge | undefined) => {
    setChallenge(next)
    keepChallenge(next)
  }
  const request = useMutation({
    mutationFn: requestLoginCode,
    // A customer who signs in with the former code need not wait for the new one.
    meta: { asks: true },
    onSuccess: (answer, number) => {
      // The customer has changed the number in the meantime.
      if (wanted.current !== number) return
      show({ ...answer, mobile: number, round: (challenge?.round ?? 0) + 1 })
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
        show(undefined)
        request.reset()
      }}
      onSignedIn={(answer) => {
        keepChallenge(undefined)
        onSignedIn(answer)
      }}
    />
  )
}
