import { expect, test } from 'vitest'
import { openTestShop } from './test-shop.ts'
test('time', async () => {
  for (let n = 0; n < 4; n++) {
    const t = performance.now()
    const s = await openTestShop()
    console.log('open', performance.now() - t)
    await s.close()
  }
  expect(1).toBe(1)
})
