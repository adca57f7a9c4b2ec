import type { Config } from '../platform/config.ts'
import { openContext } from '../platform/open-context.ts'
import { openShop } from '../shop.ts'
import { fillSampleShop } from './sample-shop/fill-sample-shop.ts'

export async function seed(config: Config): Promise<void> {
  const { context, close } = await openContext(config, { besideTheShop: true })
  try {
    const shop = openShop(context)
    await context.jobs.start({ work: false })
    await fillSampleShop(context, shop, console.log)
    console.log('The shop has its sample products, posts and testimonials.')
  } finally {
    await close()
  }
}
