import { Link } from '@tanstack/react-router'
import { ChevronRight, CircleAlert, CircleCheck, CircleDashed, Clock } from 'lucide-react'
import type { CompletionStatus, DocumentStatus, KycDocument } from '#/api/kyc'
import { m } from '#/copy'
import { cx } from '#/shared/cx'
import { isOpen, type Place, placeOf, shownStatus } from '../model'
import { documentName, reasonIn, statusName } from '../words'

interface DocChecklistProps {
  completion: CompletionStatus
}

/** All documents of the profession in order. The current one shows which percentage it leads to. */
export function DocChecklist({ completion }: DocChecklistProps) {
  const { kycDocuments } = completion.currentDocument
  if (kycDocuments.length === 0) return null
  return (
    <ol aria-label={m.kyc_list()} className="grid gap-2">
      {kycDocuments.map((document) => (
        <li key={document.document}>
          <Row
            document={{ ...document, status: shownStatus(document, completion) }}
            place={placeOf(document, completion)}
            completion={completion}
          />
        </li>
      ))}
    </ol>
  )
}

const looks: Record<DocumentStatus, { icon: typeof Clock; tone: string }> = {
  not_started: { icon: CircleDashed, tone: 'text-subtle' },
  uploaded: { icon: Clock, tone: 'text-accent-ink' },
  processing: { icon: Clock, tone: 'text-accent-ink' },
  verified: { icon: CircleCheck, tone: 'text-success-ink' },
  needs_review: { icon: Clock, tone: 'text-accent-ink' },
  rejected: { icon: CircleAlert, tone: 'text-danger-ink' },
  skipped: { icon: CircleDashed, tone: 'text-subtle' },
}

interface RowProps {
  document: KycDocument
  place: Place
  completion: CompletionStatus
}

const rowClass = 'flex min-h-16 items-center gap-3 rounded-row border-[1.5px] bg-surface p-4'

function Row({ document, place, completion }: RowProps) {
  if (place === 'later' || (place === 'now' && !isOpen(completion))) {
    return (
      <div className={cx(rowClass, 'border-line')}>
        <RowContent document={document} place={place} completion={completion} />
      </div>
    )
  }
  return (
    <Link
      to="/kyc/documents/{-$profession}"
      search={{ document: document.document }}
      className={cx(rowClass, place === 'now' ? 'border-brand' : 'border-line hover:bg-sunken')}
      aria-current={place === 'now' ? 'step' : undefined}
    >
      <RowContent document={document} place={place} completion={completion} />
      <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-subtle" />
    </Link>
  )
}

function RowContent({ document: known, place, completion }: RowProps) {
  const { document, label, status, reason } = known
  const { icon: Icon, tone } = looks[status]
  const why = (status === 'rejected' || (status === 'uploaded' && isOpen(completion))) && reasonIn(completion, reason)
  return (
    <>
      <Icon aria-hidden="true" className={cx('size-6 shrink-0', tone)} />
      <span className="grid min-w-0 flex-1">
        <span className="wrap-anywhere font-semibold">{documentName(document, label)}</span>{' '}
        <span className={cx('text-support', tone)}>{statusName(status)}</span>{' '}
        {why && <span className="text-muted text-support">{why}</span>}
      </span>
      {place === 'now' && isOpen(completion) && status !== 'rejected' && (
        <span className="shrink-0 text-muted text-support">{m.kyc_percent_then({ percent: known.percentage })}</span>
      )}
    </>
  )
}
