// Makes pictures out of their originals. Run again after an original has changed:
//   npm run node -- scripts/make-pictures.mjs
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import sharp from 'sharp'
import { avifWidths, pictureWidths } from '../rules/web-address.ts'
import { openImages } from '../server/platform/images.ts'

const originals = 'sample-shop/pictures'

// The fixed pictures of the home page and the icons.
const home = 'app/storefront/home/pictures'
mkdirSync(home, { recursive: true })

const hero = sharp(`${originals}/hero.jpg`)
// On a phone the subject on the right fills the frame; the quiet space on the left is for words on a laptop.
const heroOnPhones = hero.clone().extract({ left: 900, top: 105, width: 1100, height: 990 })
for (const width of [360, 540, 720]) await save(heroOnPhones, `${home}/hero-phone-${width}`, width)
const heroOnLaptops = hero.clone().extract({ left: 400, top: 0, width: 1600, height: 1200 })
for (const width of [960, 1280]) await save(heroOnLaptops, `${home}/hero-laptop-${width}`, width)

for (const category of ['cleansers', 'serums', 'moisturizers']) {
  const square = sharp(`${originals}/categories/${category}.jpg`).resize(960, 960, {
    fit: 'cover',
    position: 'bottom',
  })
  const cut = sharp(await square.toBuffer())
  for (const width of [240, 480]) await save(cut, `${home}/${category}-${width}`, width)
}
await sharp(`${originals}/social.jpg`).jpeg({ quality: 80, mozjpeg: true }).toFile('public/social.jpg')

const petals = [0, 72, 144, 216, 288]
  .map((turn) => `<ellipse cx="256" cy="158" rx="52" ry="92" transform="rotate(${turn} 256 256)"/>`)
  .join('')
const icon = (radius) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512"><rect width="512" height="512" rx="${radius}" fill="#4A2C20"/><g fill="#F8E6DD">${petals}</g><circle cx="256" cy="256" r="46" fill="#C8694A"/></svg>`,
  )
mkdirSync('public/icons', { recursive: true })
for (const size of [192, 512])
  await sharp(icon(112)).resize(size).png({ palette: true }).toFile(`public/icons/icon-${size}.png`)
await sharp(icon(0)).resize(512).png({ palette: true }).toFile('public/icons/maskable-512.png')
await sharp(icon(0)).resize(180).png({ palette: true }).toFile('public/icons/apple-touch-icon.png')
await sharp(icon(112)).resize(48).png({ palette: true }).toFile('public/favicon.png')

// The files of the sample shop's products and posts, so that a new shop only has to copy them: making them takes half a
// minute.
const ready = 'sample-shop/ready-pictures'
const images = openImages()

rmSync(ready, { recursive: true, force: true })
const made = []
for (const group of ['products', 'blog']) {
  for (const name of readdirSync(`${originals}/${group}`).toSorted())
    made.push(await make(`${group}/${name}`))
}
writeFileSync(`${ready}/pictures.json`, `${JSON.stringify(made, null, 2)}\n`)

async function save(picture, path, width) {
  await picture.clone().resize(width).avif({ quality: 45, effort: 6 }).toFile(`${path}.avif`)
  await picture.clone().resize(width).webp({ quality: 72, effort: 6 }).toFile(`${path}.webp`)
}

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
