import type { Config } from '../platform/config.ts'
import { openTools } from '../platform/open-tools.ts'
import { openShop } from '../shop.ts'
import { fillSampleShop } from './sample-shop/fill-sample-shop.ts'

export async function seed(config: Config): Promise<void> {
  const { tools, close } = await openTools(config, { besideTheShop: true })
  try {
    const shop = openShop(tools)
    await tools.jobs.start({ work: false })
    await fillSampleShop(tools, shop, console.log)
    console.log('The shop has its sample products, posts and testimonials.')
  } finally {
    await close()
  }
}
