import { Button } from './Button'

export interface LoadMoreProps {
  /** The number of loaded pages. If a single page has everything, nothing is shown. */
  pages: number
  /** "20 of 45 shown" */
  status: string
  label: string
  more: boolean
  busy: boolean
  onLoad(): void
}

/** The end of a list: how many rows are shown, and a button to load more. */
export function LoadMore({ pages, status, label, more, busy, onLoad }: LoadMoreProps) {
  if (pages < 2 && !more) return null
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
