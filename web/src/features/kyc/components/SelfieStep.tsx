import { Camera as CameraIcon, ImageUp } from 'lucide-react'
import { useCallback, useState } from 'react'
import { m } from '#/copy'
import { InlineError } from '#/kit/InlineError'
import { hasCamera } from '#/platform/camera'
import { Button } from '#/ui/Button'
import { FilePicker } from '#/ui/FilePicker'
import { sendDocument } from '../calls'
import { useStepTaken } from '../step'
import { Camera } from './Camera'
import { PICTURES, UploadField } from './UploadField'

/** A photo of the customer. It is taken now or, without a camera, chosen from the files. */
export function SelfieStep() {
  const taken = useStepTaken()
  return (
    <UploadField
      label={m.kyc_selfie()}
      hint={m.kyc_selfie_hint()}
      kind="picture"
      pickers={(pick) => <Ways onPick={pick} />}
      send={(file, sending) => sendDocument({ document: 'profilePic', file }, sending)}
      onSent={taken}
      onRefused={taken}
    />
  )
}

type Way = { name: 'choose' } | { name: 'camera' } | { name: 'failed' } | { name: 'look'; photo: File }

function Ways({ onPick }: { onPick(file: File): void }) {
  const [way, go] = useState<Way>(hasCamera() ? { name: 'choose' } : { name: 'failed' })
  const open = () => go({ name: 'camera' })
  if (way.name === 'camera') {
    return (
      <Camera
        onTaken={(photo) => go({ name: 'look', photo })}
        onFailed={() => go({ name: 'failed' })}
        onClose={() => go({ name: 'choose' })}
      />
    )
  }
  if (way.name === 'look') return <Look photo={way.photo} onUse={() => onPick(way.photo)} onAgain={open} />
  return (
    <div className="grid gap-3 desktop:justify-items-start">
      <InlineError>{way.name === 'failed' && m.kyc_camera_failed()}</InlineError>
      {hasCamera() && (
        <Button variant={way.name === 'failed' ? 'secondary' : 'primary'} onClick={open}>
          <CameraIcon aria-hidden="true" className="size-5" />
          {m.kyc_camera_open()}
        </Button>
      )}
      <FilePicker accept={PICTURES} capture="user" variant="secondary" onPick={onPick}>
        <ImageUp aria-hidden="true" className="size-5" />
        {m.kyc_choose_photo()}
      </FilePicker>
    </div>
  )
}

interface LookProps {
  photo: File
  onUse(): void
  onAgain(): void
}

/** Shows the photo before it is sent. */
function Look({ photo, onUse, onAgain }: LookProps) {
  /** The picture has a local URL only while it is on screen, so that no picture stays in memory. */
  const showPhoto = useCallback(
    (image: HTMLImageElement | null) => {
      if (!image) return
      const url = URL.createObjectURL(photo)
      image.src = url
      return () => URL.revokeObjectURL(url)
    },
    [photo],
  )
  return (
    <div className="grid gap-4">
      <img
        ref={showPhoto}
        alt={m.kyc_selfie_alt()}
        className="max-h-[60dvh] w-full rounded-row bg-sunken object-contain"
      />
      <div className="button-pair">
        <Button wide onClick={onUse}>
          {m.kyc_selfie_use()}
        </Button>
        <Button wide variant="secondary" onClick={onAgain}>
          {m.kyc_selfie_again()}
        </Button>
      </div>
    </div>
  )
}
