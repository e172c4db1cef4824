import { Button } from './Button'

export interface LoadMoreProps {
  /** How many pages are shown; a single complete one needs no words. */
  pages: number
  /** "20 of 45 shown" */
  status: string
  label: string
  more: boolean
  busy: boolean
  onLoad(): void
}

/** The end of a page of rows: how many there are, and more of them. */
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
