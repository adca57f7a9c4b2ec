import { checkFiles } from '../features/dashboard/stray-files.ts'
import type { Config } from '../platform/config.ts'
import { openContext } from '../platform/open-context.ts'
import { checkPublicAddress } from './public-address.ts'

/** Whether every picture has its files, every file belongs to something, and only what may be seen is seen. */
export async function checkStoredFiles(config: Config): Promise<void> {
  const { context, close } = await openContext(config, { besideTheShop: true })
  try {
    const untrue = await checkFiles(context)
    const keys = (await context.files.list()).map(({ key }) => key)
    const { storage } = config
    if (storage.kind === 's3' && typeof storage.handsOut === 'object')
      untrue.push(...(await checkPublicAddress(storage.handsOut.at, keys)))
    if (untrue.length > 0) throw new Error(['The files are not as they should be:', ...untrue].join('\n  '))
    console.log(`All files are there and belong to something: ${keys.length}.`)
  } finally {
    await close()
  }
}
