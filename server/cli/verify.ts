import { checkCashBook } from '../features/delivery/invariants.ts'
import { checkInvariants } from '../features/orders/invariants.ts'
import { checkPaymentInvariants } from '../features/payments/invariants.ts'
import type { Config } from '../platform/config.ts'
import { openTools } from '../platform/open-tools.ts'

/** Reads everything and changes nothing: whether stock, orders, payments and cash fit together. */
export async function verify(config: Config): Promise<void> {
  const { tools, close } = await openTools(config, { besideTheShop: true })
  try {
    const untrue = [
      ...(await checkInvariants(tools.db)),
      ...(await checkPaymentInvariants(tools.db)),
      ...(await checkCashBook(tools.db)),
    ]
    if (untrue.length > 0) throw new Error(['The books do not add up:', ...untrue].join('\n  '))
    console.log('The books add up: stock, orders, payments and cash.')
  } finally {
    await close()
  }
}
