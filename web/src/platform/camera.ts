import { asJpeg } from './shrink-image'

/** Whether this browser gives pages access to a camera at all. An embedded browser may not. */
export const hasCamera = () => typeof navigator.mediaDevices?.getUserMedia === 'function'

/** Opens the front camera. Throws the browser's error: permission denied, no camera, or camera in use. */
export function openCamera(): Promise<MediaStream> {
  const video = { facingMode: 'user', width: { ideal: 1280 }, height: { ideal: 1280 } }
  return navigator.mediaDevices.getUserMedia({ video, audio: false })
}

export function closeCamera(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop()
}

/** The current video frame as a file of that name. Returns undefined before the video shows anything. */
export async function takeFrame(video: HTMLVideoElement, name: string): Promise<File | undefined> {
  const { videoWidth: width, videoHeight: height } = video
  if (!width || !height) return undefined
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  canvas.getContext('2d')?.drawImage(video, 0, 0)
  return asJpeg(canvas, name)
}
