/** Longest side of an uploaded picture, in px: text on a card stays readable, and a slow line can cope. */
export const MAX_SIDE = 2048
const QUALITY = 0.85

/** A picture of at most this many bytes is sent unchanged, because encoding it again only costs quality. */
const SMALL_BYTES = 500_000
const KINDS = ['image/jpeg', 'image/png', 'image/webp']

/** The target size of a picture, whose longest side is at most MAX_SIDE. */
export function shrunkSize(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(1, MAX_SIDE / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

function isSmall({ type, size }: File, { width, height }: ImageBitmap): boolean {
  return KINDS.includes(type) && size <= SMALL_BYTES && Math.max(width, height) <= MAX_SIDE
}

/** A picture as a smaller JPEG. What the browser cannot read is sent unchanged, and the server reports it. */
export async function shrinkImage(file: File): Promise<File> {
  try {
    const picture = await createImageBitmap(file, { imageOrientation: 'from-image' })
    if (isSmall(file, picture)) return file
    const canvas = Object.assign(document.createElement('canvas'), shrunkSize(picture.width, picture.height))
    const context = canvas.getContext('2d')
    if (!context) return file
    context.fillStyle = '#fff'
    context.fillRect(0, 0, canvas.width, canvas.height)
    context.drawImage(picture, 0, 0, canvas.width, canvas.height)
    picture.close()
    return (await asJpeg(canvas, file.name.replace(/\.[^.]*$|$/, '.jpg'))) ?? file
  } catch {
    return file
  }
}

/** The content of a canvas as a JPEG file of that name. Returns undefined if the browser makes none. */
export async function asJpeg(canvas: HTMLCanvasElement, name: string): Promise<File | undefined> {
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', QUALITY))
  return blob ? new File([blob], name, { type: 'image/jpeg' }) : undefined
}
