// Makes the font files of app/ui/fonts. They change so rarely that their sources are not dependencies of the shop:
//   mkdir fonts && cd fonts && npm init -y
//   npm install subset-font@2.9.0 @fontsource-variable/onest@5.3.1 @fontsource-variable/fraunces@5.3.0 @fontsource-variable/gelasio@5.3.0 \
//     @fontsource-variable/bodoni-moda@5.3.0 @fontsource-variable/jost@5.3.0 @fontsource-variable/fredoka@5.3.0 @fontsource-variable/nunito@5.3.0
//   node ../scripts/build-fonts.mjs ../app/ui/fonts
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const folder = process.argv[2] ?? 'fonts'
const require = createRequire(join(process.cwd(), 'package.json'))
const subset = require('subset-font')

const ascii = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).join('')
const core = `${ascii}\u00a0’‘“”–—…×·•é£€`
const accents = Array.from({ length: 95 }, (_, index) => String.fromCharCode(0xa1 + index))
const latin1 = `${accents.filter((letter) => !core.includes(letter)).join('')}ıŒœ™−`
const ghana = 'ƐɛƆɔŊŋƉɖƑƒƔɣƲʋ'

const text = { wght: { min: 400, max: 700 } }
const display = { wght: 500, opsz: 72, SOFT: 50, WONK: 0 }

const files = [
  ['onest-core', 'onest/files/onest-latin-wght-normal.woff2', core, text],
  ['onest-latin1', 'onest/files/onest-latin-wght-normal.woff2', latin1, text],
  ['onest-gh', 'onest/files/onest-latin-ext-wght-normal.woff2', ghana, text],
  ['fraunces-core', 'fraunces/files/fraunces-latin-full-normal.woff2', core, display],
  ['fraunces-latin1', 'fraunces/files/fraunces-latin-full-normal.woff2', latin1, display],
  // Fraunces has no ɛ and no ɔ: Gelasio lends its own.
  ['fraunces-gh', 'gelasio/files/gelasio-latin-ext-wght-normal.woff2', ghana, { wght: 600 }],
  // The pairs that an owner may choose instead; they borrow the letters of Ghana from the files above.
  ...withAccents('bodoni', 'bodoni-moda/files/bodoni-moda-latin-standard-normal.woff2', {
    wght: 500,
    opsz: 28,
  }),
  ...withAccents('jost', 'jost/files/jost-latin-wght-normal.woff2', text),
  ...withAccents('fredoka', 'fredoka/files/fredoka-latin-wght-normal.woff2', { wght: 500 }),
  ...withAccents('nunito', 'nunito/files/nunito-latin-wght-normal.woff2', text),
]

function withAccents(name, source, axes) {
  return [
    [`${name}-core`, source, core, axes],
    [`${name}-latin1`, source, latin1, axes],
  ]
}

mkdirSync(folder, { recursive: true })
for (const [name, source, letters, variationAxes] of files) {
  const whole = readFileSync(require.resolve(`@fontsource-variable/${source}`))
  const font = await subset(whole, letters, { targetFormat: 'woff2', variationAxes })
  writeFileSync(join(folder, `${name}.woff2`), font)
  console.log(name, font.length)
}
