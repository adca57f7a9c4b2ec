import { createRequire } from 'node:module'
import { parentPort, workerData } from 'node:worker_threads'

type HeifPicture = {
  get_width(): number
  get_height(): number
  display(paper: HeifPaper, drawn: (paper: HeifPaper | null) => void): void
}
type HeifPaper = { data: Uint8ClampedArray; width: number; height: number }
type HeifProgram = { HeifDecoder: new () => { decode(bytes: Uint8Array): HeifPicture[] } }

export type HeicResult =
  | { outcome: 'decoded'; width: number; height: number; data: Uint8ClampedArray<ArrayBuffer> }
  | { outcome: 'image_too_large' | 'image_broken' }

const { bytes, maxPixels } = workerData as { bytes: Uint8Array; maxPixels: number }
const { HeifDecoder } = createRequire(import.meta.url)('libheif-js/wasm-bundle.js') as HeifProgram

const [picture] = new HeifDecoder().decode(bytes)
if (picture === undefined) answer({ outcome: 'image_broken' })
else draw(picture)

function draw(picture: HeifPicture): void {
  const [width, height] = [picture.get_width(), picture.get_height()]
  if (width * height > maxPixels) {
    answer({ outcome: 'image_too_large' })
    return
  }
  const data = new Uint8ClampedArray(width * height * 4)
  picture.display({ data, width, height }, (drawn) => {
    if (drawn === null) answer({ outcome: 'image_broken' })
    else answer({ outcome: 'decoded', width, height, data })
  })
}

function answer(said: HeicResult): void {
  parentPort?.postMessage(said, said.outcome === 'decoded' ? [said.data.buffer] : [])
}
