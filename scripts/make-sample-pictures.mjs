// Makes the files of the sample shop's products and posts out of their originals, so that a new shop only has to copy
// them: making them takes half a minute. Run again after an original has changed:
//   npm run node -- scripts/make-sample-pictures.mjs
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { avifWidths, pictureWidths } from '../rules/web-address.ts'
import { openImages } from '../server/platform/images.ts'

const originals = 'sample-shop/pictures'
const ready = 'sample-shop/ready-pictures'
const images = openImages()

rmSync(ready, { recursive: true, force: true })
const made = []
for (const group of ['products', 'blog']) {
  for (const name of readdirSync(`${originals}/${group}`).toSorted())
    made.push(await make(`${group}/${name}`))
}
writeFileSync(`${ready}/pictures.json`, `${JSON.stringify(made, null, 2)}\n`)

async function make(file) {
  const original = readFileSync(`${originals}/${file}`)
  const folder = `${ready}/${file.replace('.jpg', '')}`
  mkdirSync(folder, { recursive: true })
  const { variants, ...picture } = await images.prepare(original, { widths: [...pictureWidths] })
  const widths = variants.map(({ width }) => width)
  for (const { width, bytes } of variants) writeFileSync(`${folder}/${width}.webp`, bytes)
  for (const width of avifWidths(widths)) {
    writeFileSync(`${folder}/${width}.avif`, (await images.avif(original, { width })).bytes)
  }
  return { file, ...picture, widths }
}
