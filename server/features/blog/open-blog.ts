import { pictureAddress } from '#rules/picture-address.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database/database.ts'
import type { Viewer } from '../accounts/viewer.ts'
import { discardPictures, keepPicture, preparePicture } from '../media/add-picture.ts'
import { cleanPost } from './clean-post.ts'
import { findPostById, findPostBySlug, listLatestPosts, listPosts } from './read-posts.ts'
import { changePost, createPost, deletePost, type WrittenPost } from './save-post.ts'

type Readers = { includeDrafts: boolean }

export function openBlog(context: Context) {
  const { db } = context
  return {
    list: (wanted: { page: number; limit: number } & Readers) => listPosts(db, wanted),
    listLatest: (limit: number) => listLatestPosts(db, limit),
    findById: (id: number, readers: Readers) => findPostById(db, id, readers),
    findBySlug: (slug: string, readers: Readers) => findPostBySlug(db, slug, readers),
    create: (viewer: Viewer, post: WrittenPost) => createPost(context, viewer, post),
    change: (viewer: Viewer, id: number, post: WrittenPost) => changePost(context, viewer, id, post),
    delete: (viewer: Viewer, id: number) => deletePost(context, viewer, id),
    preview: (content: string) => cleanPost(db, content),
    addPicture: (photo: Buffer) => addPicture(context, photo),
  }
}

/** A picture for the text of a post. Gives its address. */
async function addPicture(context: Context, photo: Buffer): Promise<string> {
  const picture = await preparePicture(context, photo, 'Blog image')
  try {
    await inTransaction(context.db, (tx) => keepPicture(context, tx, picture))
  } catch (error) {
    await discardPictures(context, [picture])
    throw error
  }
  return pictureAddress(picture.id, Math.max(...picture.widths), 'webp')
}
