import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useChanged } from '#/api/changed'
import { useDashboard } from '#/api/dashboard'
import { m } from '#/copy'
import { DeletionNotice } from '#/features/session/components/DeletionNotice'
import { requestDeletion } from '#/features/session/deletion'
import { ActionError } from '#/kit/ActionError'
import { Dialog } from '#/kit/Dialog'
import { mayLeave } from '#/kit/may-leave'
import { useBackCloses } from '#/platform/back'
import { useCancelledDeletion } from '#/state/cancelled-deletion'
import { isDirectLogin } from '#/state/session'
import { Button } from '#/ui/Button'
import { Card } from '#/ui/Card'

/**
 * Requests the deletion of the account.
 * It says what prevents the deletion, or until when the account can be kept.
 */
export function DeleteAccountCard() {
  return isDirectLogin() ? null : <DeleteAccount />
}

function DeleteAccount() {
  const [asking, setAsking] = useState(false)
  const changed = useChanged()
  const { data: figures, dataUpdatedAt } = useDashboard()
  const deletionCancelled = useCancelledDeletion()
  const { mutate, isPending, data, error, submittedAt } = useMutation({
    mutationFn: requestDeletion,
    onSuccess: () => changed('dashboard'),
    onSettled: () => setAsking(false),
  })
  // Dashboard data that is newer than the response is right.
  // The account may have been kept since, here or elsewhere.
  const day = data && dataUpdatedAt < submittedAt ? data.eraseOn : figures?.eraseOn
  return (
    <Card title={m.settings_delete()}>
      <p className="pb-4 text-muted">{m.settings_delete_note()}</p>
      {(day || deletionCancelled) && <DeletionNotice day={day ?? null} />}
      {error && (
        <div className="pb-4">
          <ActionError error={error} busy={isPending} onRetry={() => mutate()} />
        </div>
      )}
      {!day && (
        <Button variant="secondary" onClick={() => setAsking(true)}>
          {m.settings_delete()}
        </Button>
      )}
      {asking && <Confirmation busy={isPending} onConfirm={() => mutate()} onClose={() => setAsking(false)} />}
    </Card>
  )
}

interface ConfirmationProps {
  busy: boolean
  onConfirm(): void
  onClose(): void
}

function Confirmation({ busy, onConfirm, onClose }: ConfirmationProps) {
  useBackCloses(true, onClose)
  const footer = (
    <div className="button-pair">
      <Button wide onClick={() => mayLeave() && onClose()}>
        {m.settings_delete_keep()}
      </Button>
      <Button wide variant="secondary" busy={busy} onClick={onConfirm}>
        {m.settings_delete_confirm()}
      </Button>
    </div>
  )
  return (
    <Dialog title={m.settings_delete_title()} onClose={onClose} footer={footer}>
      <p className="text-muted">{m.settings_delete_text()}</p>
    </Dialog>
  )
}
