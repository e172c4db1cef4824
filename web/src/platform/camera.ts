import { asJpeg } from './shrink'

/** Whether this browser lets a page see through a camera at all; an embedded one may not. */
export const hasCamera = () => typeof navigator.mediaDevices?.getUserMedia === 'function'

/** What the camera that looks at the person sees. Throws what the browser throws: refused, none there, or in use. */
export function openCamera(): Promise<MediaStream> {
  const video = { facingMode: 'user', width: { ideal: 1280 }, height: { ideal: 1280 } }
  return navigator.mediaDevices.getUserMedia({ video, audio: false })
}

export function closeCamera(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop()
}

/** What a video shows now, as a file of that name; undefined before it shows anything. */
export async function takeFrame(video: HTMLVideoElement, name: string): Promise<File | undefined> {
  const { videoWidth: width, videoHeight: height } = video
  if (!width || !height) return undefined
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  canvas.getContext('2d')?.drawImage(video, 0, 0)
  return asJpeg(canvas, name)
}
