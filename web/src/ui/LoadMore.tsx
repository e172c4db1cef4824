import { Button } from './Button'

export interface LoadMoreProps {
  /** "20 of 45 shown" */
  status: string
  label: string
  more: boolean
  busy: boolean
  onLoad(): void
}

/** The end of a page of rows: how many there are, and more of them. */
export function LoadMore({ status, label, more, busy, onLoad }: LoadMoreProps) {
  return (
    <div className="grid justify-items-center gap-3 pt-5">
      <p role="status" className="tabular text-muted text-support">
        {status}
      </p>
      {more && (
        <Button variant="secondary" compact busy={busy} onClick={onLoad}>
          {label}
        </Button>
      )}
    </div>
  )
}
