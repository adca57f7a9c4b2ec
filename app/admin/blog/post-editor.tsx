import { useEffect, useMemo, useState } from 'react'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { TextField } from '#app/ui/field.tsx'
import { FilePicker } from '#app/ui/file-picker.tsx'
import { ErrorSummary } from '#app/ui/form-errors.tsx'
import { EyeIcon } from '#app/ui/icons.tsx'
import { Sheet } from '#app/ui/sheet.tsx'
import { Switch } from '#app/ui/switch.tsx'
import { TextArea } from '#app/ui/text-area.tsx'
import type { PostResponse, PreviewResponse } from '#contract/content.ts'
import { formatDate } from '#rules/dates.ts'
import { ConflictPanel } from '../conflict.tsx'
import { ContentField } from '../editor/content-field.tsx'
import { Preview } from '../editor/preview.tsx'
import { pictureMistake, shrinkPicture, useFilePreview } from '../pictures.ts'
import { useShortcuts } from '../shortcuts.tsx'
import { openPostDrafts, type PostDraft, useAutosave, usePostForm } from './use-post-form.ts'

type PostEditorProps = { post: PostResponse | null; userId: string; onReload: () => void }

/** One screen for writing a post and for changing one. */
export function PostEditor({ post, userId, onReload }: PostEditorProps) {
  const postId = post?.id ?? null
  const drafts = useMemo(() => openPostDrafts(userId, postId), [userId, postId])
  const [found, setFound] = useState<PostDraft | null>(null)
  const [isPreviewOpen, setPreviewOpen] = useState(false)
  const { values, change, isDirty, isBusy, conflict, errors, send } = usePostForm(post, () => autosave.end())
  const autosave = useAutosave(drafts, values, { isDirty })
  const form = errors.form.ref
  useShortcuts({ 'Ctrl+S': () => form.current?.requestSubmit() })

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
          <Button variant="secondary" onClick={() => setPreviewOpen(true)}>
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
        open={isPreviewOpen}
        title={values.title}
        content={values.content}
        file={values.file}
        address={post?.image ?? null}
        onClose={() => setPreviewOpen(false)}
      />
      <RestoreDialog
        draft={found}
        isOutdated={found !== null && found.version !== values.version}
        onRestore={(draft) => {
          const { savedAt: _, ...typed } = draft
          change(typed)
          setFound(null)
        }}
        onDiscard={async () => {
          await drafts.forget()
          setFound(null)
        }}
      />
    </div>
  )
}

type PostPreviewProps = {
  open: boolean
  title: string
  content: string
  file: File | null
  address: string | null
  onClose: () => void
}

/** The post as readers would see it. The shop itself cleans the text first, so that the preview promises nothing it would not keep. */
function PostPreview({ open, title, content, file, address, onClose }: PostPreviewProps) {
  const picked = useFilePreview(file)
  const image = file ? picked : address
  return (
    <Sheet id="post-preview" place="right-wide" title="Preview" open={open} onClose={onClose}>
      {open && (
        <article
          data-theme="light"
          className="-mx-gutter -mt-2 -mb-6 min-h-full bg-background px-gutter py-6 text-foreground"
        >
          <h3 className="font-serif text-4xl text-primary">{title.trim() || 'Title'}</h3>
          <p className="mt-3 text-muted-foreground">Published just now</p>
          {image && (
            <img src={image} alt="" className="mt-6 aspect-video w-full rounded-card bg-muted object-cover" />
          )}
          <div className="mt-8">
            <Preview<PreviewResponse> path="/api/blog-posts/preview" body={{ content }}>
              {(clean) => (
                <div
                  className="prose text-lg [&_img]:mx-auto"
                  // biome-ignore lint/security/noDangerouslySetInnerHtml: the shop has just cleaned it with the allow-list for stored posts.
                  dangerouslySetInnerHTML={{ __html: clean.content }}
                />
              )}
            </Preview>
          </div>
        </article>
      )}
    </Sheet>
  )
}

type RestoreDialogProps = {
  draft: PostDraft | null
  /** The post in the shop was changed after the draft was begun. */
  isOutdated: boolean
  onRestore: (draft: PostDraft) => void
  onDiscard: () => void
}

/** Asked before anything can be typed, so that new text never overwrites the draft. */
function RestoreDialog({ draft, isOutdated, onRestore, onDiscard }: RestoreDialogProps) {
  return (
    <Dialog
      open={draft !== null}
      mayClose={() => false}
      title="Restore unsaved draft?"
      actions={
        <>
          <Button variant="secondary" onClick={onDiscard}>
            Discard
          </Button>
          <Button data-first-focus="" onClick={() => draft && onRestore(draft)}>
            Restore
          </Button>
        </>
      }
    >
      {draft && (
        <p className="wrap-anywhere">
          {draft.title.trim() ? `“${draft.title.trim()}”` : 'A draft without a title'}, saved on this device
          on {formatDate(draft.savedAt)} at {clockTime(draft.savedAt)}.
          {isOutdated && ' The post in the shop was changed since then.'}
        </p>
      )}
    </Dialog>
  )
}

/** `10:42`, by the clock of this device. */
function clockTime(at: Date): string {
  return [at.getHours(), at.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':')
}

type FeaturedImageProps = {
  id: string
  name: string
  error: string | undefined
  /** The picture that the shop has. */
  address: string | null
  file: File | null
  onPick: (file: File) => void
}

function FeaturedImage({ id, name, error, address, file, onPick }: FeaturedImageProps) {
  const picked = useFilePreview(file)
  const preview = file ? picked : address
  const [mistake, setMistake] = useState<string>()
  const pick = async (picked: File | undefined) => {
    if (!picked) return
    const small = await shrinkPicture(picked)
    const wrong = pictureMistake(small)
    setMistake(wrong)
    if (!wrong) onPick(small)
  }
  return (
    <div className="grid gap-3">
      <FilePicker
        id={id}
        name={name}
        label="Featured Image"
        accept="image/*"
        buttonLabel={preview || file ? 'Change Image' : 'Choose image'}
        help="JPEG, PNG, WebP, AVIF or HEIC, up to 15 MB. Shown 16 by 9."
        error={mistake ?? error}
        files={[]}
        onAdd={([picked]) => void pick(picked)}
        onRemove={() => undefined}
      />
      {file && !preview && <p className="text-muted-foreground">{file.name} is chosen.</p>}
      {preview && (
        <img
          src={preview}
          alt="What readers see above the post"
          className="aspect-video w-full max-w-form rounded-card bg-muted object-cover"
        />
      )}
    </div>
  )
}
