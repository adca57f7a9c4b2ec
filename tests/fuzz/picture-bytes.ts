import { crc32, deflateSync } from 'node:zlib'

/** One piece of a PNG file. */
export function pngChunk(name: string, data: Buffer, isHonest = true): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const frame = Buffer.alloc(4)
  frame.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(isHonest ? crc32(body) : 1)
  return Buffer.concat([frame, body, sum])
}

const pngStart = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')

type PngOptions = { rows?: number; extra?: Buffer[]; isHonest?: boolean }

/** A grey PNG of one bit for each point: thousands of points on each side weigh a few kilobytes. */
export function flatPng(
  width: number,
  height: number,
  { rows = height, extra = [], isHonest }: PngOptions = {},
) {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([1, 0, 0, 0, 0], 8)
  const line = Math.ceil(width / 8) + 1
  const data = deflateSync(Buffer.alloc(line * rows), { level: 9 })
  return Buffer.concat([
    pngStart,
    pngChunk('IHDR', head, isHonest),
    ...extra,
    pngChunk('IDAT', data),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

/** A film in PNG: `frames` pictures in one file. */
export function movingPng(frames: number): Buffer {
  const control = Buffer.alloc(8)
  control.writeUInt32BE(frames, 0)
  const each = Array.from({ length: frames }, (_, n) => {
    const frame = Buffer.alloc(26)
    frame.writeUInt32BE(n * 2, 0)
    frame.writeUInt32BE(8, 4)
    frame.writeUInt32BE(8, 8)
    return pngChunk('fcTL', frame)
  })
  return flatPng(8, 8, { extra: [pngChunk('acTL', control), ...each] })
}

/** A film in GIF: `frames` pictures of one point each. */
export function movingGif(frames: number): Buffer {
  const start = Buffer.from('GIF89a\x01\0\x01\0\x80\0\0\0\0\0\xff\xff\xff', 'latin1')
  const frame = Buffer.from('!\xf9\x04\0\x01\0\0\0,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0', 'latin1')
  return Buffer.concat([start, ...Array.from({ length: frames }, () => frame), Buffer.from(';')])
}

/** A film in WebP: the same picture `frames` times, `side` points wide and high. */
export function movingWebp(still: Buffer, side: number, frames: number): Buffer {
  const number = (value: number, bytes: number) => {
    const written = Buffer.alloc(bytes)
    written.writeUIntLE(value, 0, bytes)
    return written
  }
  const chunk = (name: string, ...data: Buffer[]) => {
    const body = Buffer.concat(data)
    return Buffer.concat([Buffer.from(name), number(body.length, 4), body, Buffer.alloc(body.length % 2)])
  }
  const size = [number(side - 1, 3), number(side - 1, 3)]
  const head = chunk('VP8X', number(2, 4), ...size)
  const frame = chunk('ANMF', number(0, 6), ...size, number(1, 3), number(0, 1), still.subarray(12))
  const all = [head, chunk('ANIM', number(0, 6)), ...Array.from({ length: frames }, () => frame)]
  return chunk('RIFF', Buffer.from('WEBP'), ...all)
}

/** A box of the family of files that AVIF and HEIC belong to. */
export function box(name: string, ...data: (string | Buffer)[]): Buffer {
  const body = Buffer.concat(data.map((piece) => Buffer.from(piece as string, 'latin1')))
  const size = Buffer.alloc(4)
  size.writeUInt32BE(body.length + 8)
  return Buffer.concat([size, Buffer.from(name, 'latin1'), body])
}

/** A photo whose first marker is followed by another one with these bytes. */
export function withJpegSegment(photo: Buffer, marker: number, data: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(Math.min(data.length + 2, 65_535), 2)
  return Buffer.concat([photo.subarray(0, 2), head, data.subarray(0, 65_533), photo.subarray(2)])
}
