import { checkShop } from '../features/dashboard/invariants.ts'
import type { Config } from '../platform/config.ts'
import { openTools } from '../platform/open-tools.ts'

/** Reads everything and changes nothing: whether stock, orders, payments, cash and files fit together. */
export async function verify(config: Config): Promise<void> {
  const { tools, close } = await openTools(config, { besideTheShop: true })
  try {
    const untrue = await checkShop(tools)
    if (untrue.length > 0) throw new Error(['The books do not add up:', ...untrue].join('\n  '))
    console.log('The books add up: stock, orders, payments, cash and files.')
  } finally {
    await close()
  }
}
