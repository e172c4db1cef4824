import { Camera as CameraIcon } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { m } from '#/copy'
import { closeCamera, openCamera, takeFrame } from '#/platform/camera'
import { Button } from '#/ui/Button'
import { SpinnerBlock } from '#/ui/Spinner'

interface CameraProps {
  onTaken(photo: File): void
  /** The camera cannot be used: permission was denied, there is none, or another app uses it. */
  onFailed(): void
  onClose(): void
}

/** The camera's picture and the button that takes a photo. The camera is switched off with the component. */
export function Camera({ onTaken, onFailed, onClose }: CameraProps) {
  const video = useRef<HTMLVideoElement>(null)
  const [shows, setShows] = useState(false)
  useCamera(video, onFailed)
  const shoot = async () => {
    const photo = video.current && (await takeFrame(video.current, 'selfie.jpg'))
    if (photo) onTaken(photo)
  }
  return (
    <div className="grid gap-4">
      <div className="relative overflow-hidden rounded-row bg-sunken">
        {!shows && <SpinnerBlock label={m.kyc_camera_opening()} className="absolute inset-0" />}
        {/* The preview is mirrored, as people know themselves. The photo that is sent is not. */}
        <video
          ref={video}
          autoPlay
          playsInline
          muted
          aria-label={m.kyc_camera_picture()}
          onPlaying={() => setShows(true)}
          className="aspect-square max-h-[60dvh] w-full [scale:-1_1] object-cover"
        />
      </div>
      <div className="button-pair">
        <Button wide disabled={!shows} onClick={() => void shoot()}>
          <CameraIcon aria-hidden="true" className="size-5" />
          {m.kyc_camera_take()}
        </Button>
        <Button wide variant="secondary" onClick={onClose}>
          {m.kyc_camera_close()}
        </Button>
      </div>
    </div>
  )
}

function useCamera(video: React.RefObject<HTMLVideoElement | null>, onFailed: () => void) {
  const fail = useEffectEvent(onFailed)
  useEffect(() => {
    let gone = false
    let stream: MediaStream | undefined
    const open = async () => {
      try {
        stream = await openCamera()
      } catch {
        if (!gone) fail()
        return
      }
      if (gone) closeCamera(stream)
      else if (video.current) video.current.srcObject = stream
    }
    void open()
    return () => {
      gone = true
      if (stream) closeCamera(stream)
    }
  }, [video])
}
