import type { Page } from '@playwright/test'

/** A photo as a camera makes it, which is larger than what is sent. */
export async function photo(page: Page): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const data = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 3000, height: 2250 })
    const context = canvas.getContext('2d') as CanvasRenderingContext2D
    for (let i = 0; i < 300; i++) {
      context.fillStyle = `hsl(${(i * 47) % 360} 70% 50%)`
      context.fillRect((i % 20) * 150, Math.floor(i / 20) * 150, 150, 150)
    }
    return canvas.toDataURL('image/png').split(',')[1] ?? ''
  })
  return { name: 'IMG_0001.png', mimeType: 'image/png', buffer: Buffer.from(data, 'base64') }
}
