import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import type { PictureData } from '#contract/fields.ts'
import { avifWidths, type PictureFormat, pictureKey } from '#rules/picture-address.ts'
import type { Context } from '#server/platform/context.ts'

const samples = new URL('../../../sample-shop/', import.meta.url)

const described = z.array(z.object({ file: z.string(), alt: z.string() }))

const ready = z.array(
  z.object({
    file: z.string(),
    width: z.int(),
    height: z.int(),
    colour: z.string(),
    blur: z.string(),
    widths: z.array(z.int()),
  }),
)

/** By their file. They come with the house in all sizes: making them anew would keep a first visitor waiting. */
export async function copySamplePictures(context: Context): Promise<Map<string, PictureData>> {
  const words = described.parse(await readJson('pictures/pictures.json'))
  const pictures = new Map<string, PictureData>()
  for (const { file, ...picture } of ready.parse(await readJson('ready-pictures/pictures.json'))) {
    const id = context.random.uuid()
    const alt = words.find((each) => each.file === file)?.alt ?? ''
    await copyFiles(context, id, file, picture.widths)
    pictures.set(file, { id, alt, ...picture, hasAvif: true })
  }
  return pictures
}

async function copyFiles({ files }: Context, id: string, file: string, widths: number[]): Promise<void> {
  const copy = async (width: number, format: PictureFormat) => {
    const from = new URL(`ready-pictures/${file.replace('.jpg', '')}/${width}.${format}`, samples)
    await files.put(pictureKey(id, width, format), await readFile(from), `image/${format}`)
  }
  for (const width of widths) await copy(width, 'webp')
  for (const width of avifWidths(widths)) await copy(width, 'avif')
}

async function readJson(path: string): Promise<unknown> {
  return JSON.parse(await readFile(new URL(path, samples), 'utf8'))
}
