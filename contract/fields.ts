import { z } from 'zod'

/** Text that can be stored and shown: no NUL, no half of a character, trimmed, never endless. */
export function text(atMost: number) {
  return z
    .string()
    .max(atMost, { error: `Please use at most ${atMost} characters.`, abort: true })
    .refine((value) => value.isWellFormed() && !value.includes('\0'), {
      error: 'This text contains characters we cannot store.',
    })
    .transform((value) => value.trim())
}

export function requiredText(atMost: number, error: string) {
  return text(atMost).refine((value) => value !== '', { error })
}

/** Lists are asked for in pages; a page has a bounded size. */
export function paging(defaultLimit: number) {
  return {
    page: z.coerce.number().int().min(1).max(10_000).default(1),
    limit: z.coerce.number().int().min(1).max(100).default(defaultLimit),
  }
}

export const idParams = z.object({ id: z.coerce.number().int().min(1).max(2_147_483_647) })
