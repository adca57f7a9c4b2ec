import { checkShop } from '../features/dashboard/invariants.ts'
import type { Config } from '../platform/config.ts'
import { openContext } from '../platform/open-context.ts'

/** Reads everything and changes nothing: whether stock, orders, payments, cash and files fit together. */
export async function verify(config: Config): Promise<void> {
  const { context, close } = await openContext(config, { besideTheShop: true })
  try {
    const untrue = await checkShop(context)
    if (untrue.length > 0) throw new Error(['The books do not add up:', ...untrue].join('\n  '))
    console.log('The books add up: stock, orders, payments, cash and files.')
  } finally {
    await close()
  }
}
