import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { m } from '#/copy'
import { Question } from '#/kit/Dialog'
import { InlineError } from '#/kit/InlineError'
import { formatMobile } from '#/shared/phone'
import { useSessionUser } from '#/state/session'
import { Button } from '#/ui/Button'
import { confirmSession, requestLoginCode } from '../sign-in'
import { CodeForm } from './CodeForm'
import { ResendCode } from './ResendCode'

interface ConfirmByCodeProps {
  onConfirmed(): void
  onClose(): void
}

/**
 * For an account that was opened by the link of a message. Whoever finds the message must not do what was
 * requested, so a code to the customer's own number confirms who it is. Then the requested action continues.
 */
export default function ConfirmByCode({ onConfirmed, onClose }: ConfirmByCodeProps) {
  const mobile = useSessionUser()?.mobileNumber ?? ''
  const [challenge, setChallenge] = useState<{ challengeId: string; resendAfter: number; round: number }>()
  const queryClient = useQueryClient()
  const request = useMutation({
    mutationFn: () => requestLoginCode(mobile),
    meta: { asks: true },
    onSuccess: (sent) => setChallenge((last) => ({ ...sent, round: (last?.round ?? 0) + 1 })),
  })
  const trouble = request.error?.message
  return (
    <Question onClose={onClose} title={m.session_confirm_title()}>
      <div className="grid gap-5">
        <p className="text-muted">{m.session_confirm_text({ phone: formatMobile(mobile) })}</p>
        {!challenge && (
          <>
            <InlineError>{trouble}</InlineError>
            <Button wide busy={request.isPending} onClick={() => request.mutate()}>
              {m.session_send_code()}
            </Button>
          </>
        )}
        {challenge && (
          <>
            <CodeForm
              challengeId={challenge.challengeId}
              verb={m.session_confirm()}
              onSignedIn={(answer) => {
                confirmSession(queryClient, answer)
                onConfirmed()
              }}
            />
            <ResendCode
              key={challenge.round}
              seconds={challenge.resendAfter}
              busy={request.isPending}
              error={trouble}
              resent={challenge.round > 1}
              onResend={() => request.mutate()}
            />
          </>
        )}
        <Button wide variant="secondary" onClick={onClose}>
          {m.session_confirm_cancel()}
        </Button>
      </div>
    </Question>
  )
}
