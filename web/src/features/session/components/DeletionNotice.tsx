import { useMutation } from '@tanstack/react-query'
import { useChanged } from '#/api/changed'
import { m } from '#/copy'
import { ActionError } from '#/kit/ActionError'
import { CloseButton } from '#/kit/CloseButton'
import { formatDay } from '#/kit/dates'
import { cancelledDeletion } from '#/state/cancelled-deletion'
import { isDirectLogin } from '#/state/session'
import { Button } from '#/ui/Button'
import { Notice } from '#/ui/Notice'
import { keepAccount } from '../deletion'

interface DeletionNoticeProps {
  /** The day of the planned deletion. Null if signing in has withdrawn the deletion. */
  day: string | null
}

/** Says that the account will be deleted, with a button to keep it, or that the deletion was withdrawn. */
export function DeletionNotice({ day }: DeletionNoticeProps) {
  return day ? <Planned day={day} /> : <Kept />
}

function Planned({ day }: { day: string }) {
  const changed = useChanged()
  const { mutate, isPending, error } = useMutation({
    mutationFn: keepAccount,
    onSuccess: () => changed('dashboard'),
  })
  const keepButton = !isDirectLogin() && (
    <Button compact busy={isPending} onClick={() => mutate()}>
      {m.settings_delete_keep()}
    </Button>
  )
  return (
    <div className="grid gap-3">
      <Notice tone="due" action={keepButton}>
        {m.session_delete_planned({ day: formatDay(day) ?? day })}
      </Notice>
      <ActionError error={error} busy={isPending} onRetry={mutate} />
    </div>
  )
}

function Kept() {
  const close = <CloseButton compact onClick={() => cancelledDeletion.set(undefined)} />
  return (
    <Notice tone="success" action={close}>
      {m.session_delete_kept()}
    </Notice>
  )
}
