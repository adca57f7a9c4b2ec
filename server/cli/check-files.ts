import { checkFiles } from '../features/dashboard/kept-files.ts'
import type { Config } from '../platform/config.ts'
import { openTools } from '../platform/open-tools.ts'
import { checkPublicAddress } from './public-address.ts'

/** Whether every picture has its files, every file belongs to something, and only what may be seen is seen. */
export async function checkStoredFiles(config: Config): Promise<void> {
  const { tools, close } = await openTools(config, { besideTheShop: true })
  try {
    const untrue = await checkFiles(tools)
    const keys = (await tools.files.list()).map(({ key }) => key)
    const { storage } = config
    if (storage.kind === 's3' && typeof storage.handsOut === 'object')
      untrue.push(...(await checkPublicAddress(storage.handsOut.at, keys)))
    if (untrue.length > 0) throw new Error(['The files are not as they should be:', ...untrue].join('\n  '))
    console.log(`All files are there and belong to something: ${keys.length}.`)
  } finally {
    await close()
  }
}
