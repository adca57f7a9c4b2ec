import { z } from 'zod'
import { quantity } from './checkout.ts'

/** What was sold over the counter and must come off the shelf, all or nothing. */
export const updateStockBody = z
  .array(z.strictObject({ productId: z.int(), quantity }))
  .min(1)
  .max(100)

export const updateStockResponse = z.object({
  success: z.literal(true),
  updated: z.array(z.object({ productId: z.int(), stock_quantity: z.int() })),
})

export type UpdateStockResponse = z.infer<typeof updateStockResponse>
