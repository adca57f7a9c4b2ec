export type Rendition = { url: string; width: number }

/** One picture in all its sizes; what a page needs to show it without shifting. */
export type PictureSource = {
  src: string
  width: number
  height: number
  avif?: readonly Rendition[]
  webp?: readonly Rendition[]
  /** The picture's main colour, shown until it is there. */
  colour?: string
  /** A tiny blurred copy as a data address, for the large pictures only. */
  blur?: string
}

export function sourceSet(renditions: readonly Rendition[] | undefined): string | undefined {
  if (!renditions || renditions.length === 0) return undefined
  return renditions.map(({ url, width }) => `${url} ${width}w`).join(', ')
}
