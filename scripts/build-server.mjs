// Puts the server into one file, build/shop/main.js, which opens in a third of the time that its sources take: Node would
// read each of the thousands of files by itself, its packages' too, and the exports of drizzle-orm once more for every file
// that imports them.
import { build } from 'vite'

/** They bring programs, threads or files of their own, which they look for beside themselves; Vite builds the pages. */
const apart = [
  'sharp',
  '@node-rs/argon2',
  'libheif-js',
  'pino',
  '@fastify/swagger',
  '@fastify/swagger-ui',
  'vite',
]

await build({
  configFile: false,
  logLevel: 'error',
  publicDir: false,
  ssr: { noExternal: true, external: apart },
  build: {
    ssr: true,
    outDir: 'build/shop',
    target: 'node22',
    // An error in the log names a line of this file; the comment above that line names the source.
    minify: false,
    rolldownOptions: {
      input: { main: 'server/main.ts' },
      // Node keeps the file's text in memory: with one letter beyond ASCII, each takes two bytes.
      output: { charset: 'ascii', comments: false },
    },
  },
})
