/** Longest side of a photo that is sent, in px: enough to see a scratch, little enough for a slow line. */
export const MAX_SIDE = 2048
const QUALITY = 0.85

/** The size of a picture whose longest side is at most MAX_SIDE. */
export function shrunk(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(1, MAX_SIDE / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** A photo as a smaller JPEG. What this browser cannot read goes as it is: the server then says what is wrong with it. */
export async function shrink(file: File): Promise<File> {
  try {
    const picture = await createImageBitmap(file, { imageOrientation: 'from-image' })
    const canvas = Object.assign(document.createElement('canvas'), shrunk(picture.width, picture.height))
    const context = canvas.getContext('2d')
    if (!context) return file
    context.fillStyle = '#fff'
    context.fillRect(0, 0, canvas.width, canvas.height)
    context.drawImage(picture, 0, 0, canvas.width, canvas.height)
    picture.close()
    const small = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', QUALITY))
    return small ? new File([small], file.name.replace(/\.[^.]*$|$/, '.jpg'), { type: 'image/jpeg' }) : file
  } catch {
    return file
  }
}
