import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'

/** $CHROME_PATH, else a browser of this machine, else the one that npm brings: a fresh machine needs nothing else. */
export async function findBrowser(): Promise<string> {
  return process.env.CHROME_PATH ?? findOnThisMachine() ?? (await unpackFromNpm())
}

function findOnThisMachine(): string | undefined {
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find(existsSync)
}

async function unpackFromNpm(): Promise<string> {
  const folder = resolve('node_modules/.cache/chromium')
  mkdirSync(folder, { recursive: true })
  const temporary = process.env.TMPDIR
  // The package unpacks into the temporary folder, and brings its libraries only for a machine that it takes for its own.
  process.env.TMPDIR = folder
  process.env.AWS_LAMBDA_JS_RUNTIME ??= 'nodejs24.x'
  const { default: chromium } = await import('@sparticuz/chromium')
  const path = await chromium.executablePath()
  pointToFontsIn(folder)
  if (temporary === undefined) delete process.env.TMPDIR
  else process.env.TMPDIR = temporary
  return path
}

/** The package looks for its fonts in a folder that is not there; without any font a page with a form cannot be drawn. */
function pointToFontsIn(folder: string): void {
  const file = join(folder, 'fonts.conf')
  const folders = [join(folder, 'fonts'), '/usr/share/fonts'].map((each) => `<dir>${each}</dir>`).join('')
  writeFileSync(
    file,
    `<?xml version="1.0"?><fontconfig>${folders}<cachedir>${join(folder, 'fonts-cache')}</cachedir></fontconfig>`,
  )
  delete process.env.FONTCONFIG_PATH
  process.env.FONTCONFIG_FILE = file
}

export const browserArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]
