import { useEffect, useRef, useState } from 'react'
import type { PostDraft, PostDrafts } from './post-drafts.ts'

const restMs = 2_000

/**
 * Keeps what is typed on this device: two seconds after the last key, and when the page goes out of sight, because a phone
 * may throw it away then. Never sends anything to the shop: readers must not see half a sentence.
 */
export function useAutosave(
  drafts: PostDrafts,
  draft: Omit<PostDraft, 'savedAt'>,
  { isDirty }: { isDirty: boolean },
) {
  const [savedAt, setSavedAt] = useState<Date | null>(null)
  const newest = useRef({ drafts, draft, isDirty })
  newest.current = { drafts, draft, isDirty }
  const isOver = useRef(false)

  const save = useRef(async () => {
    const { drafts: place, draft: typed, isDirty: isWorthIt } = newest.current
    if (!isWorthIt || isOver.current) return
    const now = new Date()
    const isKept = await place.keep({ ...typed, savedAt: now })
    if (isKept && !isOver.current) setSavedAt(now)
  }).current

  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever was typed starts the rest anew.
  useEffect(() => {
    const timer = setTimeout(save, restMs)
    return () => clearTimeout(timer)
  }, [draft.title, draft.excerpt, draft.content, draft.isPublished, draft.file, isDirty])

  useEffect(() => {
    const hide = () => {
      if (document.visibilityState === 'hidden') void save()
    }
    document.addEventListener('visibilitychange', hide)
    window.addEventListener('pagehide', save)
    return () => {
      document.removeEventListener('visibilitychange', hide)
      window.removeEventListener('pagehide', save)
      void save()
    }
  }, [save])

  return {
    savedAt,
    /** The post is in the shop, or its writer gave it up. */
    async end() {
      isOver.current = true
      await drafts.forget()
      setSavedAt(null)
    },
  }
}
