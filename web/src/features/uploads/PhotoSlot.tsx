import { Camera, ImagePlus, RotateCw, X } from 'lucide-react'
import type { ChangeEvent } from 'react'
import type { Upload } from '#/api/photos'
import { m } from '#/copy'
import { useIsDesktop } from '#/shared/use-media'
import { FieldError } from '#/ui/Field'
import { IconButton, iconButtonClass } from '#/ui/IconButton'
import type { Pending } from './use-photos'

export interface PhotoSlotProps {
  /** The name of the photo, such as "Front". */
  label: string
  /** A description of the photo for screen readers. */
  alt: string
  photo?: Pick<Upload, 'url'>
  pending?: Pending
  invalid?: boolean
  onPick(file: File): void
  onRemove(): void
}

const tile = 'relative grid aspect-square place-items-center overflow-hidden rounded-row border text-center'

/** One photo: an empty slot with ways to fill it, an upload in progress, or the photo. */
export function PhotoSlot(props: PhotoSlotProps) {
  const { label, pending } = props
  // A tile is too narrow for the sentence that says what went wrong.
  const failed = pending && 'problem' in pending
  return (
    <li className={`grid content-start gap-2 ${failed ? 'col-span-full' : ''}`}>
      <p className="text-muted text-support">{label}</p>
      {pending ? <PendingTile {...props} pending={pending} /> : <Tile {...props} />}
    </li>
  )
}

function Tile({ label, alt, photo, invalid, onPick, onRemove }: PhotoSlotProps) {
  const desktop = useIsDesktop()
  if (photo) {
    return (
      <div className={`${tile} border-line bg-sunken`}>
        <img src={photo.url} alt={alt} className="size-full object-cover" />
        <IconButton
          label={m.uploads_remove({ photo: label })}
          icon={<X aria-hidden="true" className="size-5" />}
          className="absolute top-1 right-1 bg-surface"
          onClick={onRemove}
        />
      </div>
    )
  }
  return (
    <>
      <Picker
        label={m.uploads_choose({ photo: label })}
        className={`${tile} border-dashed ${invalid ? 'border-danger' : 'border-line'}`}
        onPick={onPick}
      >
        <ImagePlus aria-hidden="true" className="size-6 text-muted" />
      </Picker>
      {!desktop && (
        <Picker
          label={m.uploads_take({ photo: label })}
          camera
          className="grid min-h-11 place-items-center rounded-control bg-sunken"
          onPick={onPick}
        >
          <Camera aria-hidden="true" className="size-5" />
        </Picker>
      )}
    </>
  )
}

interface PickerProps {
  label: string
  /** Opens the camera instead of the files. */
  camera?: boolean
  className: string
  onPick(file: File): void
  children: React.ReactNode
}

function Picker({ label, camera, className, onPick, children }: PickerProps) {
  const pick = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const [file] = currentTarget.files ?? []
    currentTarget.value = ''
    if (file) onPick(file)
  }
  return (
    <label className={`cursor-pointer focus-within:outline-2 focus-within:outline-focus ${className}`}>
      <span className="visually-hidden">{label}</span>
      {children}
      <input
        type="file"
        accept="image/*"
        capture={camera ? 'environment' : undefined}
        className="visually-hidden"
        onChange={pick}
      />
    </label>
  )
}

function PendingTile({ label, pending, onPick, onRemove }: PhotoSlotProps & { pending: Pending }) {
  if ('percent' in pending) {
    return (
      <div className={`${tile} border-line bg-sunken`}>
        <p role="status">
          <span className="visually-hidden">{m.uploads_sending({ photo: label })} </span>
          {pending.percent}%
        </p>
      </div>
    )
  }
  const { file, problem, isRefused } = pending
  return (
    <div className="flex items-center gap-3">
      <div className={`${tile} w-23 shrink-0 grid-cols-2 border-danger bg-sunken`}>
        {isRefused ? (
          <Picker label={m.uploads_other({ photo: label })} className={iconButtonClass} onPick={onPick}>
            <ImagePlus aria-hidden="true" className="size-5" />
          </Picker>
        ) : (
          <IconButton
            label={m.uploads_again({ photo: label })}
            icon={<RotateCw aria-hidden="true" className="size-5" />}
            onClick={() => onPick(file)}
          />
        )}
        <IconButton
          label={m.uploads_remove({ photo: label })}
          icon={<X aria-hidden="true" className="size-5" />}
          onClick={onRemove}
        />
      </div>
      <FieldError>{problem}</FieldError>
    </div>
  )
}
