import type { ListedFile } from '../file-store.ts'

export type Listing = { files: ListedFile[]; isWhole: boolean }

/** Reads the answer to "what is in the bucket"; its names are full names, with the folder in front. */
export function readListing(xml: string): Listing {
  const files = [...xml.matchAll(/<Contents>([\s\S]*?)<\/Contents>/g)].map(([, entry = '']) =>
    readFile(entry),
  )
  return { files, isWhole: textOf(xml, 'IsTruncated') !== 'true' }
}

function readFile(entry: string): ListedFile {
  const mark = textOf(entry, 'ETag').replaceAll('"', '')
  return {
    key: textOf(entry, 'Key'),
    size: Number(textOf(entry, 'Size')),
    changedAt: new Date(textOf(entry, 'LastModified')),
    // A file that was sent in parts, or is kept encrypted, has another kind of mark.
    ...(/^[0-9a-f]{32}$/.test(mark) ? { md5: mark } : {}),
  }
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", '#34': '"' }

function textOf(xml: string, tag: string): string {
  const text = new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(xml)?.[1] ?? ''
  return text.replace(/&([a-z]+|#34);/g, (whole, name: string) => entities[name] ?? whole)
}
