// Compresses the built files as small as they get, once, so that no customer waits for it.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const assets = 'build/client/assets'

// The browser asks for a page's script alone and finds the rest in there: only the server needs to know what belongs to it.
for (const name of readdirSync(assets).filter((each) => /^manifest-\w+\.js$/.test(each))) {
  const script = readFileSync(join(assets, name), 'utf8')
  const from = script.indexOf('{')
  const manifest = JSON.parse(script.slice(from, script.lastIndexOf('}') + 1))
  const needed = (key, value) => (key === 'imports' || key === 'css' || value === false ? undefined : value)
  writeFileSync(join(assets, name), script.slice(0, from) + JSON.stringify(manifest, needed))
}

const compressible = /\.(js|css|svg|json|webmanifest|txt)$/

for (const entry of readdirSync('build/client', { recursive: true, withFileTypes: true })) {
  if (!entry.isFile() || !compressible.test(entry.name)) continue
  const path = join(entry.parentPath, entry.name)
  const body = readFileSync(path)
  const quality = {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
  }
  writeFileSync(`${path}.br`, brotliCompressSync(body, quality))
  writeFileSync(`${path}.gz`, gzipSync(body, { level: 9 }))
}
