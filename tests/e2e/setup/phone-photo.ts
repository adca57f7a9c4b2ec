import type { Page } from '@playwright/test'

/** A photo as large as a phone takes it, drawn by the browser itself. */
export async function phonePhoto(page: Page): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const drawn = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 3000, height: 4000 })
    const paper = canvas.getContext('2d')
    if (!paper) throw new Error('This browser cannot draw')
    const sky = paper.createLinearGradient(0, 0, 3000, 4000)
    sky.addColorStop(0, '#f2c45a')
    sky.addColorStop(1, '#4a2c20')
    paper.fillStyle = sky
    paper.fillRect(0, 0, 3000, 4000)
    return canvas.toDataURL('image/jpeg', 0.9)
  })
  const buffer = Buffer.from(drawn.slice(drawn.indexOf(',') + 1), 'base64')
  return { name: 'IMG_20260305_101500.jpg', mimeType: 'image/jpeg', buffer }
}
