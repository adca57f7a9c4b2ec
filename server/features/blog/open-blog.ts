import { pictureAddress } from '#rules/picture-address.ts'
import { inTransaction } from '#server/platform/database/database.ts'
import type { Tools } from '#server/platform/tools.ts'
import type { Viewer } from '../accounts/viewer.ts'
import { discardPictures, keepPicture, preparePicture } from '../media/add-picture.ts'
import { cleanPost } from './clean-post.ts'
import { findPostById, findPostBySlug, listLatestPosts, listPosts } from './read-posts.ts'
import { changePost, createPost, deletePost, type WrittenPost } from './save-post.ts'

type Readers = { includeDrafts: boolean }

export function openBlog(tools: Tools) {
  const { db } = tools
  return {
    list: (wanted: { page: number; limit: number } & Readers) => listPosts(db, wanted),
    listLatest: (limit: number) => listLatestPosts(db, limit),
    findById: (id: number, readers: Readers) => findPostById(db, id, readers),
    findBySlug: (slug: string, readers: Readers) => findPostBySlug(db, slug, readers),
    create: (viewer: Viewer, post: WrittenPost) => createPost(tools, viewer, post),
    change: (viewer: Viewer, id: number, post: WrittenPost) => changePost(tools, viewer, id, post),
    delete: (viewer: Viewer, id: number) => deletePost(tools, viewer, id),
    preview: (content: string) => cleanPost(db, content),
    addPicture: (photo: Buffer) => addPicture(tools, photo),
  }
}

/** A picture for the text of a post. Gives its address. */
async function addPicture(tools: Tools, photo: Buffer): Promise<string> {
  const picture = await preparePicture(tools, photo, 'Blog image')
  try {
    await inTransaction(tools.db, (tx) => keepPicture(tools, tx, picture))
  } catch (error) {
    await discardPictures(tools, [picture])
    throw error
  }
  return pictureAddress(picture.id, Math.max(...picture.widths), 'webp')
}
