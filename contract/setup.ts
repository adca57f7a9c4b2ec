import { z } from 'zod'
import { confirmableItems, startItems } from '../rules/first-day.ts'
import { named } from './codecs.ts'

/** How far the shop is on its way to the first customer. */
export const setupResponse = named(
  z.object({
    is_open: z.boolean(),
    has_samples: z.boolean().describe('The sample shop is in place'),
    is_demo_account: z.boolean().describe('Whoever asks is signed in with an account of the sample shop'),
    items: z.array(
      named(
        z.object({
          item: z.enum(startItems),
          is_done: z.boolean(),
          is_confirmed: z.boolean().describe('Ticked by hand: it is right as it is'),
        }),
      ),
    ),
  }),
)

export const openingBody = named(z.strictObject({ is_open: z.boolean() }))

export const confirmParams = z.object({ item: z.enum(confirmableItems) })
export const confirmBody = named(z.strictObject({ is_confirmed: z.boolean() }))

/** What goes with the samples, and what of them stays because it is the owner's by now. */
export const samplesResponse = named(
  z.object({
    products: z.int(),
    posts: z.int(),
    testimonials: z.int(),
    orders: z.int(),
    accounts: z.int(),
    kept_products: z.int(),
    kept_posts: z.int(),
    kept_orders: z.int(),
  }),
)

export const ownerInviteResponse = z.object({ link: z.string() })

export type SetupResponse = z.input<typeof setupResponse>
export type SamplesResponse = z.input<typeof samplesResponse>
export type OwnerInviteResponse = z.infer<typeof ownerInviteResponse>
