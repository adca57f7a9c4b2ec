import { buffer } from 'node:stream/consumers'
import { fromBufferPromise } from 'yauzl'

export type ZipEntry = { path: string; read(): Promise<Buffer> }

type ZipLimits = { entries: number; bytesEach: number; bytesInAll: number }

/** Recognised by its code, and said to whoever sent the file. */
class ZipRefusal extends Error {
  readonly code = 'zip_refused'
}

export function isZipRefusal(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && error.code === 'zip_refused'
}

/**
 * The files in a ZIP, none of them unpacked yet. What a ZIP says about its sizes is checked against the limits at once, and
 * again while it is unpacked: one that says little and holds much ends there. Nothing is ever written under a name from a ZIP.
 */
export async function openZip(bytes: Buffer, limits: ZipLimits): Promise<ZipEntry[]> {
  try {
    const zip = await fromBufferPromise(bytes, { validateEntrySizes: true })
    if (zip.entryCount > limits.entries)
      throw new ZipRefusal(`A ZIP may hold at most ${limits.entries} files.`)
    const entries: ZipEntry[] = []
    let total = 0
    for await (const entry of zip.eachEntry()) {
      const { fileName: path, uncompressedSize: size } = entry
      if (path.endsWith('/')) continue
      if (entry.isEncrypted()) throw new ZipRefusal('This ZIP has a password. Please pack it without one.')
      if (size > limits.bytesEach)
        throw new ZipRefusal(`“${short(path)}” in the ZIP is larger than ${megabytes(limits.bytesEach)} MB.`)
      total += size
      if (total > limits.bytesInAll)
        throw new ZipRefusal(`Unpacked, a ZIP may have at most ${megabytes(limits.bytesInAll)} MB.`)
      const read = async () => buffer(await zip.openReadStreamPromise(entry)).catch(refuse)
      entries.push({ path, read })
    }
    return entries
  } catch (error) {
    return refuse(error)
  }
}

function refuse(error: unknown): never {
  if (isZipRefusal(error)) throw error
  const said = error instanceof Error ? error.message : ''
  if (/relative path|absolute path|invalid characters/.test(said))
    throw new ZipRefusal('A file in the ZIP has a name that is not safe. Please pack the pictures anew.')
  if (/bytes in the stream/.test(said))
    throw new ZipRefusal('A file in the ZIP is not as large as the ZIP says. Please pack the pictures anew.')
  throw new ZipRefusal('This is not a ZIP file that we can open.')
}

function short(path: string): string {
  return path.slice(-80)
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 1024 / 1024)
}
