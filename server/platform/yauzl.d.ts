/** As far as it is used; the library brings no types. */
declare module 'yauzl' {
  import type { Readable } from 'node:stream'

  type Entry = { fileName: string; uncompressedSize: number; isEncrypted(): boolean }

  type ZipFile = {
    entryCount: number
    eachEntry(): AsyncIterable<Entry>
    openReadStreamPromise(entry: Entry): Promise<Readable>
  }

  type Options = { strictFileNames?: boolean; validateEntrySizes?: boolean }

  export function fromBufferPromise(bytes: Buffer, options?: Options): Promise<ZipFile>
}
