import { Camera, FileUp, RotateCw } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import type { Sending } from '#/api/send-file'
import { m } from '#/copy'
import { InlineError } from '#/kit/InlineError'
import { useIsDesktop } from '#/shared/use-media'
import { Button } from '#/ui/Button'
import { Chip } from '#/ui/Chip'
import { FilePicker } from '#/ui/FilePicker'
import { ProgressBar } from '#/ui/ProgressBar'
import { Spinner } from '#/ui/Spinner'
import { type Pending, useUpload } from '../use-upload'

export const PICTURES = 'image/jpeg,image/png,image/webp'
const PDF = 'application/pdf'

/** What is accepted: a picture, a picture or a PDF, or only a PDF. */
export type Kind = 'picture' | 'any' | 'pdf'

const accepts: Record<Kind, string> = { picture: PICTURES, any: `${PICTURES},${PDF}`, pdf: PDF }

export interface UploadFieldProps<T> {
  /** What the file shows, such as the front of a card. */
  label: string
  hint?: string
  kind: Kind
  /** A file has already arrived and can be replaced. */
  isHere?: boolean
  /** Other ways to get a picture than the phone's camera and files. */
  pickers?(pick: (file: File) => void): ReactNode
  send(file: File, sending: Sending): Promise<T>
  onSent(answer: T): unknown
  onRefused?(): unknown
}

/**
 * Uploads one picture or PDF: it is chosen, shrunk and sent with a progress bar.
 * A failed upload can be retried.
 */
export function UploadField<T>(props: UploadFieldProps<T>) {
  const { label, hint, kind, isHere, pickers, send, onSent, onRefused } = props
  const { pending, pick, again, cancel } = useUpload({ send, onSent, onRefused })
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid gap-3 rounded-row border border-control border-dashed bg-surface p-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id={id} className="font-semibold">
          {label}
        </h2>
        {isHere && !pending && <Chip tone="success">{m.kyc_upload_here()}</Chip>}
      </div>
      {hint && !pending && <p className="text-muted text-support">{hint}</p>}
      {pending && <Progress label={label} pending={pending} onCancel={() => cancel(pending.file)} />}
      {pending?.name === 'stopped' && !pending.isRefused && (
        <Button wide onClick={() => again(pending.file)}>
          <RotateCw aria-hidden="true" className="size-5" />
          {m.kyc_upload_again()}
        </Button>
      )}
      {(!pending || pending.name === 'stopped') &&
        (pickers?.(pick) ?? <Pickers kind={kind} isFirst={!pending && !isHere} onPick={pick} />)}
    </section>
  )
}

interface ProgressProps {
  label: string
  pending: Pending
  onCancel(): void
}

function Progress({ label, pending, onCancel }: ProgressProps) {
  return (
    <div className="grid gap-3">
      <p className="wrap-anywhere text-support">{pending.file.name}</p>
      {pending.name === 'sending' && (
        <>
          <ProgressBar label={m.kyc_upload_sending({ document: label })} percent={pending.percent} />
          <div className="flex flex-wrap items-center justify-between gap-3">
            <p className="text-muted text-support">{m.kyc_upload_percent({ percent: pending.percent })}</p>
            <Button variant="quiet" compact onClick={onCancel}>
              {m.kyc_upload_cancel()}
            </Button>
          </div>
        </>
      )}
      {pending.name === 'reading' && (
        <p className="flex items-center gap-3 text-muted text-support">
          <Spinner label="" />
          {m.kyc_upload_reading()}
        </p>
      )}
      {pending.name === 'stopped' && <InlineError>{pending.problem}</InlineError>}
    </div>
  )
}

interface PickersProps {
  kind: Kind
  isFirst: boolean
  onPick(file: File): void
}

/** On phones the camera comes first. On computers it is not offered. */
function Pickers({ kind, isFirst, onPick }: PickersProps) {
  const desktop = useIsDesktop()
  const camera = kind !== 'pdf' && !desktop
  const words = { picture: m.kyc_choose_photo, any: m.kyc_choose_file, pdf: m.kyc_choose_pdf }
  return (
    <div className="grid gap-3 desktop:justify-items-start">
      {camera && (
        <FilePicker accept={PICTURES} capture="environment" variant={isFirst ? 'primary' : 'secondary'} onPick={onPick}>
          <Camera aria-hidden="true" className="size-5" />
          {m.kyc_take_photo()}
        </FilePicker>
      )}
      <FilePicker accept={accepts[kind]} variant={isFirst && !camera ? 'primary' : 'secondary'} onPick={onPick}>
        <FileUp aria-hidden="true" className="size-5" />
        {words[kind]()}
      </FilePicker>
    </div>
  )
}
