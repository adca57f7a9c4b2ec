import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import sharp from 'sharp'
import type { HeicResult } from './heic-worker.ts'
import { ImageRefusal } from './image-checks.ts'

type HeicLimits = { maxPixels: number; seconds: number }

/** Unlike a JPEG, such a file must be unpacked whole: 256 MB of pixels at most. */
const mostPixels = 64_000_000

/**
 * What many phones make of a photo, as a file that everything else can open. It takes about a second of work in which
 * the shop would answer nobody, so it is done beside the shop, and given up when it takes too long.
 */
export async function heicToJpeg(bytes: Uint8Array, { maxPixels, seconds }: HeicLimits): Promise<Buffer> {
  const answer = await decodeBeside(bytes, Math.min(maxPixels, mostPixels), seconds)
  if (answer.outcome !== 'decoded') throw new ImageRefusal(answer.outcome)
  const { data, width, height } = answer
  return sharp(data, { raw: { width, height, channels: 4 } })
    .jpeg({ quality: 92 })
    .toBuffer()
}

async function decodeBeside(bytes: Uint8Array, maxPixels: number, seconds: number): Promise<HeicResult> {
  const worker = new Worker(new URL('./heic-worker.ts', import.meta.url), {
    workerData: { bytes, maxPixels },
    // A damaged file makes the decoder talk to the console.
    stdout: true,
    stderr: true,
  })
  try {
    const [answer] = await once(worker, 'message', { signal: AbortSignal.timeout(seconds * 1000) })
    return answer
  } catch (error) {
    throw new ImageRefusal('image_broken', error)
  } finally {
    await worker.terminate()
  }
}
