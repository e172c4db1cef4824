import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { m } from '#/copy'
import { requestDeletion } from '#/features/session/deletion'
import { isDirectLogin } from '#/platform/session'
import { Button } from '#/ui/Button'
import { Card } from '#/ui/Card'
import { ResponsiveDialog } from '#/ui/ResponsiveDialog'

/** Asks for the account to be deleted; what stands in the way, or until when it can be kept, is said here. */
export function DeleteAccountCard() {
  return isDirectLogin() ? null : <DeleteAccount />
}

function DeleteAccount() {
  const [asking, setAsking] = useState(false)
  const { mutate, isPending, data, error } = useMutation({
    mutationFn: requestDeletion,
    onSettled: () => setAsking(false),
  })
  return (
    <Card title={m.settings_delete()}>
      <p className="pb-4 text-muted">{m.settings_delete_note()}</p>
      {data && <p role="status">{data.message}</p>}
      {error && (
        <p role="alert" className="pb-4 text-danger-ink">
          {error.message}
        </p>
      )}
      {!data && (
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
  const footer = (
    <div className="grid gap-3 desk:grid-cols-2">
      <Button wide onClick={onClose} className="desk:order-last">
        {m.settings_delete_keep()}
      </Button>
      <Button wide variant="secondary" busy={busy} onClick={onConfirm}>
        {m.settings_delete_confirm()}
      </Button>
    </div>
  )
  return (
    <ResponsiveDialog title={m.settings_delete_title()} onClose={onClose} closeLabel={m.shell_close()} footer={footer}>
      <p className="text-muted">{m.settings_delete_text()}</p>
    </ResponsiveDialog>
  )
}
