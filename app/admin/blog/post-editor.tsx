import { useEffect, useMemo, useState } from 'react'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { EyeIcon } from '#app/ui/icons.tsx'
import { Switch } from '#app/ui/switch.tsx'
import { TextArea } from '#app/ui/text-area.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import type { PostResponse } from '#contract/blog.ts'
import { ConflictPanel } from '../conflict-panel.tsx'
import { useShortcuts } from '../shortcuts/shortcuts.tsx'
import { clockTime } from './clock-time.ts'
import { ContentField } from './content-field.tsx'
import { FeaturedImage } from './featured-image.tsx'
import { openPostDrafts, type PostDraft } from './post-drafts.ts'
import { PostPreview } from './post-preview.tsx'
import { RestoreDialog } from './restore-dialog.tsx'
import { useAutosave } from './use-autosave.ts'
import { usePostForm } from './use-post-form.ts'

type PostEditorProps = { post: PostResponse | null; userId: string; onReload: () => void }

/** One screen for writing a post and for changing one. */
export function PostEditor({ post, userId, onReload }: PostEditorProps) {
  const postId = post?.id ?? null
  const drafts = useMemo(() => openPostDrafts(userId, postId), [userId, postId])
  const [found, setFound] = useState<PostDraft | null>(null)
  const [isLooking, setLooking] = useState(false)
  const work = usePostForm(post, async () => autosave.end())
  const { values, change, isDirty, isBusy, conflict, errors, send } = work
  const autosave = useAutosave(drafts, values, { isDirty })
  const submit = errors.form.ref
  useShortcuts({ 'Ctrl+S': () => submit.current?.requestSubmit() })

  useEffect(() => {
    void drafts.read().then(setFound)
  }, [drafts])

  return (
    <div className="grid max-w-4xl gap-5">
      <h1>{post ? 'Edit Blog Post' : 'Create Blog Post'}</h1>
      <form {...errors.form} className="grid gap-5" onSubmit={errors.onSubmit(() => void send())}>
        <ErrorSummary {...errors.summary} />
        {conflict && (
          <ConflictPanel
            conflict={conflict}
            thing="post"
            onReload={() => void autosave.end().then(onReload)}
            onOverwrite={() => void send(conflict.at)}
          />
        )}
        <TextField
          {...errors.field('title')}
          label="Title"
          value={values.title}
          autoComplete="off"
          onChange={({ target }) => change({ title: target.value })}
        />
        <TextArea
          {...errors.field('excerpt')}
          label="Excerpt"
          rows={3}
          help="Shown in blog listings"
          countTo={160}
          value={values.excerpt}
          onChange={({ target }) => change({ excerpt: target.value })}
        />
        <FeaturedImage
          {...errors.field('image')}
          address={post?.image ?? null}
          file={values.file}
          onPick={(file) => change({ file })}
        />
        <ContentField html={values.content} onChange={(content) => change({ content })} />
        <Switch
          label="Publish post"
          help={values.isPublished ? 'Readers see it as soon as you save.' : 'A draft: only admins see it.'}
          checked={values.isPublished}
          onChange={({ target }) => change({ isPublished: target.checked })}
        />
        <p role="status" className="min-h-5 text-sm text-muted-foreground">
          {autosave.savedAt && `Draft saved ${clockTime(autosave.savedAt)} on this device`}
        </p>
        <div
          data-sticky-bar=""
          className="sticky bottom-0 z-10 -mx-gutter flex items-center gap-2 border-t border-border bg-background px-gutter pt-3 pb-[calc(.75rem+env(safe-area-inset-bottom))]"
        >
          <ButtonLink to="/admin/blog" variant="ghost">
            Cancel
          </ButtonLink>
          <Button variant="secondary" onClick={() => setLooking(true)}>
            <EyeIcon size={20} />
            <span className="max-sm:sr-only">Preview</span>
          </Button>
          <Button
            type="submit"
            busy={isBusy}
            busyLabel={post ? 'Updating...' : 'Creating...'}
            className="flex-1 sm:ml-auto sm:flex-none"
          >
            {post ? 'Update Post' : 'Create Post'}
          </Button>
        </div>
      </form>
      <PostPreview
        open={isLooking}
        title={values.title}
        content={values.content}
        file={values.file}
        address={post?.image ?? null}
        onClose={() => setLooking(false)}
      />
      <RestoreDialog
        draft={found}
        isOutdated={found !== null && found.version !== values.version}
        onRestore={(draft) => {
          const { savedAt: _, ...typed } = draft
          change(typed)
          setFound(null)
        }}
        onDiscard={() => {
          void drafts.forget()
          setFound(null)
        }}
      />
    </div>
  )
}
