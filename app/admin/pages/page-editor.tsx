import { useState } from 'react'
import { UnsavedGuard } from '#app/components/unsaved-guard.tsx'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { ErrorSummary } from '#app/ui/form-errors.tsx'
import { CheckIcon, ClockIcon, ExternalLinkIcon, EyeIcon } from '#app/ui/icons.tsx'
import { Sheet } from '#app/ui/sheet.tsx'
import { Switch } from '#app/ui/switch.tsx'
import { TextArea } from '#app/ui/text-area.tsx'
import type { PagePreviewResponse, PageResponse } from '#contract/content.ts'
import { hasPart, type PageKind, type PageText, pageLimits } from '#rules/page-texts.ts'
import { ConflictPanel } from '../conflict.tsx'
import { ContentField } from '../editor/content-field.tsx'
import { Preview } from '../editor/preview.tsx'
import { KeptNotice } from '../form-card.tsx'
import { useShortcuts } from '../shortcuts.tsx'
import { type PageAction, QuestionsField, textOf, usePageForm } from './page-form.tsx'
import { PageVersions } from './page-versions.tsx'

type PageEditorProps = { page: PageResponse | null; onReload: () => void }

/** One screen for every text of the shop: which parts it has depends on the kind of page. */
export function PageEditor({ page: opened, onReload }: PageEditorProps) {
  const [sheet, setSheet] = useState<'preview' | 'versions' | null>(null)
  /** What the user pressed last; a conflict is settled by doing just that once more. */
  const [action, setAction] = useState<PageAction>('publish')
  const form = usePageForm(opened)
  const { page, kind, values, change, isDirty, isBusy, conflict, errors, send } = form
  useShortcuts({ 'Ctrl+S': () => errors.form.ref.current?.requestSubmit() })
  const submit = (wanted: PageAction) => {
    setAction(wanted)
    void send(wanted)
  }
  const restore = async (version: number | null) => {
    await form.restore(version)
    onReload()
  }
  return (
    <div className="grid max-w-4xl gap-5">
      <Head page={page} onVersions={() => setSheet('versions')} />
      {page && !page.is_read && !isDirty && (
        <ReadNote kind={kind} isBusy={isBusy} onRead={() => void form.markRead()} />
      )}
      {page?.has_draft && !isDirty && page.is_shown && (
        <p className="rounded-control bg-indigo-soft p-3 text-indigo">
          This is a draft. Readers see the published text until you publish this one.
        </p>
      )}
      <form {...errors.form} className="grid gap-5" onSubmit={errors.onSubmit(() => submit('publish'))}>
        <ErrorSummary {...errors.summary} />
        {form.wasKept && isDirty && <KeptNotice />}
        {conflict && (
          <ConflictPanel
            conflict={conflict}
            thing="text"
            onReload={onReload}
            onOverwrite={() => void send(action, conflict.at)}
          />
        )}
        {hasPart(kind, 'title') && (
          <TextField
            {...errors.field('title')}
            label="Title"
            value={values.title}
            maxLength={pageLimits.title}
            autoComplete="off"
            onChange={({ target }) => change({ title: target.value })}
          />
        )}
        <TextArea
          {...errors.field('lead')}
          label={kind === 'footer' ? 'Line in the footer' : 'Introduction'}
          rows={3}
          help={leadHelp(kind)}
          countTo={160}
          value={values.lead}
          onChange={({ target }) => change({ lead: target.value })}
        />
        {hasPart(kind, 'content') && (
          <ContentField
            id={errors.field('content').id}
            error={errors.field('content').error}
            kind="page"
            html={values.content}
            onChange={(content) => change({ content })}
          />
        )}
        {hasPart(kind, 'questions') && (
          <QuestionsField
            rows={values.questions}
            field={errors.field}
            onChange={(questions) => change({ questions })}
          />
        )}
        {kind === 'own' && (
          <Switch
            label="Link in the footer"
            help="Every page of the shop then leads to it."
            checked={values.isInFooter}
            onChange={({ target }) => change({ isInFooter: target.checked })}
          />
        )}
        {kind === 'own' && page?.is_shown && (
          <Button
            variant="secondary"
            className="justify-self-start"
            disabled={isBusy}
            onClick={() => submit('hide')}
          >
            Take down
          </Button>
        )}
        <div
          data-sticky-bar=""
          className="sticky bottom-0 z-10 -mx-gutter flex items-center gap-2 border-t border-border bg-background px-gutter pt-3 pb-[calc(.75rem+env(safe-area-inset-bottom))]"
        >
          <ButtonLink to="/admin/pages" variant="ghost" className="max-sm:hidden">
            {isDirty ? 'Cancel' : 'Back'}
          </ButtonLink>
          <Button variant="secondary" onClick={() => setSheet('preview')}>
            <EyeIcon size={20} />
            <span className="max-sm:sr-only">Preview</span>
          </Button>
          <span className="ml-auto flex flex-1 justify-end gap-2">
            <Button
              variant="secondary"
              className="whitespace-nowrap max-sm:flex-1 max-sm:px-3"
              disabled={isBusy}
              onClick={() => submit('draft')}
            >
              Save draft
            </Button>
            <Button
              type="submit"
              className="whitespace-nowrap max-sm:flex-1 max-sm:px-3"
              busy={isBusy}
              busyLabel="Saving..."
            >
              Publish
            </Button>
          </span>
        </div>
      </form>
      <PagePreview
        kind={kind}
        text={textOf(values)}
        open={sheet === 'preview'}
        onClose={() => setSheet(null)}
      />
      {page && (
        <PageVersions
          page={page}
          open={sheet === 'versions'}
          isBusy={isBusy}
          onClose={() => setSheet(null)}
          onRestore={restore}
        />
      )}
      <UnsavedGuard when={isDirty} title="Leave without saving?">
        <p>What you changed on this page is not saved yet.</p>
      </UnsavedGuard>
    </div>
  )
}

function Head({ page, onVersions }: { page: PageResponse | null; onVersions: () => void }) {
  if (!page) return <h1>New page</h1>
  return (
    <div className="flex flex-wrap items-center gap-3">
      <h1 className="mr-auto wrap-anywhere">{page.title}</h1>
      {page.address !== null && page.is_shown && (
        <ButtonLink to={page.address} target="_blank" variant="ghost" size="sm">
          <ExternalLinkIcon size={20} />
          View
        </ButtonLink>
      )}
      <Button variant="secondary" size="sm" onClick={onVersions}>
        <ClockIcon size={20} />
        Older texts
      </Button>
    </div>
  )
}

type ReadNoteProps = { kind: PageKind; isBusy: boolean; onRead: () => void }

function ReadNote({ kind, isBusy, onRead }: ReadNoteProps) {
  if (kind === 'own') return null
  return (
    <div className="flex flex-wrap items-center gap-3 rounded-card bg-warning-soft p-4 text-warning">
      <p className="flex-1 basis-60">
        Every shop begins with this text. Change what is not true of yours, or say that it is right.
      </p>
      <Button variant="secondary" size="sm" busy={isBusy} busyLabel="Saving..." onClick={onRead}>
        <CheckIcon size={20} />
        It is right as it is
      </Button>
    </div>
  )
}

function leadHelp(kind: PageKind): string {
  const facts = 'You can write {{shop_name}}, {{phone}} or {{hours}}; the shop fills them in.'
  if (kind === 'footer') return `Stands below the name of the shop on every page. ${facts}`
  if (kind === 'opening-soon') return `Visitors read it until you open the shop. ${facts}`
  return `Stands below the title, and search engines show it. ${facts}`
}

type PagePreviewProps = { kind: PageKind; text: PageText; open: boolean; onClose: () => void }

/** The text as readers would see it. The shop cleans it and fills the facts in, so the preview promises nothing it would not keep. */
function PagePreview({ kind, text, open, onClose }: PagePreviewProps) {
  return (
    <Sheet id="page-preview" place="right-wide" title="Preview" open={open} onClose={onClose}>
      {open && (
        <article
          data-theme="light"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a text without links is scrolled with the keyboard too.
          tabIndex={0}
          aria-label="Text as readers see it"
          className="-mx-gutter -mt-2 -mb-6 min-h-full bg-background px-gutter py-6 text-foreground"
        >
          <Preview<PagePreviewResponse> path="/api/pages/preview" body={{ kind, ...text }}>
            {Texts}
          </Preview>
        </article>
      )}
    </Sheet>
  )
}

function Texts({ title, lead, html, questions }: PagePreviewResponse) {
  return (
    <>
      {title && <h3 className="font-serif text-4xl text-primary">{title}</h3>}
      {lead && <p className="mt-3 text-lg text-muted-foreground">{lead}</p>}
      <Html html={html} />
      {questions.map((each) => (
        <section key={each.question}>
          <h4 className="mt-6">{each.question}</h4>
          <Html html={each.html} />
        </section>
      ))}
    </>
  )
}

function Html({ html }: { html: string }) {
  if (html === '') return null
  return (
    <div
      className="prose mt-4 [&_img]:mx-auto [&_table]:text-foreground"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the shop has just cleaned it with the allow-list for stored texts.
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}
