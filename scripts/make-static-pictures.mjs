// Makes the fixed pictures of the home page and the icons out of their originals. Run again after an original has changed:
//   node scripts/make-static-pictures.mjs
import { mkdirSync } from 'node:fs'
import sharp from 'sharp'

const originals = 'sample-shop/pictures'
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

async function save(picture, path, width) {
  await picture.clone().resize(width).avif({ quality: 45, effort: 6 }).toFile(`${path}.avif`)
  await picture.clone().resize(width).webp({ quality: 72, effort: 6 }).toFile(`${path}.webp`)
}
