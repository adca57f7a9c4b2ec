import { z } from 'zod'
import { readDay } from '../rules/days.ts'
import { isSlot } from '../rules/delivery-days.ts'

/** Text that can be stored and shown: no NUL, no half of a character, trimmed, never endless. */
export function text(atMost: number, notText = 'Please enter text here.') {
  return z
    .string({ error: notText })
    .max(atMost, { error: `Please use at most ${atMost} characters.`, abort: true })
    .refine((value) => value.isWellFormed() && !value.includes('\0'), {
      error: 'This text contains characters we cannot store.',
    })
    .transform((value) => value.trim())
}

/** The same words whether the field is empty, missing or no text at all. */
export function requiredText(atMost: number, error: string) {
  return text(atMost, error).refine((value) => value !== '', { error })
}

const wrongDay = 'Please write the day as 2026-03-05'

export const writtenDay = z
  .string({ error: wrongDay })
  .max(10, { error: wrongDay })
  .refine((written) => readDay(written) !== null, { error: wrongDay })

const wrongSlot = 'Please write the time as 09-12'

/** When on the day it is brought, in whole hours. */
export const writtenSlot = z
  .string({ error: wrongSlot })
  .max(5, { error: wrongSlot })
  .refine(isSlot, { error: wrongSlot })

/** Lists are asked for in pages; a page has a bounded size. */
export function paging(defaultLimit: number) {
  return { page: wholeNumber(1, 10_000).default(1), limit: wholeNumber(1, 100).default(defaultLimit) }
}

export const idParams = z.object({ id: wholeNumber(1, 2_147_483_647) })

/** A number in an address, in digits and nothing else: `1e3`, `0x10` and an empty text are no numbers here. */
function wholeNumber(least: number, most: number) {
  const error = `Please use a whole number from ${least} to ${most}.`
  return z
    .string({ error })
    .regex(/^\d{1,10}$/, { error, abort: true })
    .transform(Number)
    .refine((value) => value >= least && value <= most, { error })
}

/** A picture of the shop as a page needs it. Its files lie at `pictureAddress(id, width, format)`. */
export type PictureData = {
  id: string
  alt: string
  /** The natural size of the largest file. */
  width: number
  height: number
  /** Fills the frame until the picture is there. */
  colour: string
  /** A tiny blurred version as a data address, for pictures that are seen first. */
  blur: string | null
  widths: number[]
  /** The smaller AVIF files are made in the background, a moment after the upload. */
  hasAvif: boolean
}
