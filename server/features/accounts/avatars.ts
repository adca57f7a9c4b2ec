import { z } from 'zod'
import type { Database } from '#server/platform/database/database.ts'
import type { Tools } from '#server/platform/tools.ts'

/** Twice the largest size on a page, so that it is sharp on a phone. */
const avatarWidth = 320

const longestAvatar = 15 * 1024 * 1024

const removeJob = 'remove-avatar'

/** Must be called before the jobs start. */
export function defineAvatarJob(tools: Tools): void {
  tools.jobs.define(removeJob, z.object({ avatarId: z.string() }), ({ avatarId }) =>
    removeAvatar(tools, avatarId),
  )
}

export function avatarAddress(avatarId: string | null): string {
  return avatarId === null ? '' : `/media/${avatarKey(avatarId)}`
}

/** Any photo becomes a small square; where and when it was taken stays with its owner. Gives the name of the new file. */
export async function keepAvatar({ images, files, random }: Tools, photo: Buffer): Promise<string> {
  const options = { widths: [avatarWidth], ratio: 1, maxBytes: longestAvatar }
  const { variants } = await images.prepare(photo, options)
  const [square] = variants
  if (square === undefined) throw new Error('A picture was prepared without a single size')
  const avatarId = random.uuid()
  await files.put(avatarKey(avatarId), square.bytes, square.contentType)
  return avatarId
}

/** The file goes if, and only if, the caller's transaction holds, also when the disk is slow just now. */
export async function postAvatarRemoval({ jobs }: Tools, db: Database, avatarId: string): Promise<void> {
  await jobs.send(db, removeJob, { avatarId })
}

export async function removeAvatar({ files }: Tools, avatarId: string): Promise<void> {
  await files.delete(avatarKey(avatarId))
}

export function avatarKey(avatarId: string): string {
  return `avatars/${avatarId}.webp`
}
