import { type ReactNode, useState } from 'react'
import { type Fetched, useFetch } from '../data/use-fetch.ts'
import type { Shape } from '../session/draft-shape.ts'
import { useDraft } from '../session/use-draft.ts'
import { Button } from '../ui/button.tsx'
import { ErrorPanel } from '../ui/error-panel.tsx'
import { LoadingArea, Skeleton } from '../ui/skeleton.tsx'

type LoadedProps<Data> = {
  /** As the text goes on after "The". */
  thing: string
  fetched: Fetched<Data>
  /** The form, once it is known what it begins with. */
  children(data: Data): ReactNode
}

/**
 * What a page with one form begins with: what the shop has saved, and what was typed before a sign-in ran out. The form
 * starts over, by the key `round`, with what was saved or read anew.
 */
export function useFormPage<Data, Kept extends object>(address: string, name: string, isKept: Shape<Kept>) {
  const fetched = useFetch<Data>(address)
  const { draft, kept } = useDraft(name, isKept)
  const [round, setRound] = useState(0)
  return {
    fetched,
    draft,
    /** Saving or discarding settles it. */
    kept: round === 0 ? kept : null,
    round,
    restart: (known: Data) => {
      fetched.replace(known)
      setRound((before) => before + 1)
    },
  }
}

type FormPageProps<Data> = LoadedProps<Data> & { title: string; help: string }

/** A page with one long form about the shop. */
export function FormPage<Data>({ title, help, ...loaded }: FormPageProps<Data>) {
  return (
    <div className="grid gap-6">
      <div>
        <h1>{title}</h1>
        <p className="mt-1 max-w-prose text-muted-foreground">{help}</p>
      </div>
      <Loaded {...loaded} />
    </div>
  )
}

/** What can be shown once it is fetched, and until then that it is, or why it cannot be. */
export function Loaded<Data>({ thing, fetched, children }: LoadedProps<Data>) {
  const { data, error, isLoading, refetch } = fetched
  return (
    <>
      {error && (
        <ErrorPanel title={`The ${thing} could not be loaded`} onRetry={refetch} retrying={isLoading}>
          {error.message}
        </ErrorPanel>
      )}
      {!data && isLoading && (
        <LoadingArea className="grid max-w-4xl gap-4">
          <Skeleton className="h-64" />
          <Skeleton className="h-64" />
        </LoadingArea>
      )}
      {data && children(data)}
    </>
  )
}

type FormCardProps = { id: string; title: string; help?: ReactNode; children: ReactNode }

export function FormCard({ id, title, help, children }: FormCardProps) {
  const titleId = `${id}-title`
  return (
    <section
      id={id}
      aria-labelledby={titleId}
      className="grid gap-5 rounded-card border border-border bg-card p-5 lg:p-6"
    >
      <div>
        <h2 id={titleId} className="font-sans text-xl font-semibold tracking-normal">
          {title}
        </h2>
        {help && <p className="mt-1 max-w-prose text-sm text-muted-foreground">{help}</p>}
      </div>
      {children}
    </section>
  )
}

type SaveBarProps = {
  formId: string
  /** What was changed; an empty text hides the bar. */
  unsaved: string
  isBusy: boolean
  onDiscard(): void
}

/** Within reach as long as there is something to save. */
export function SaveBar({ formId, unsaved, isBusy, onDiscard }: SaveBarProps) {
  return (
    <div
      data-sticky-bar=""
      hidden={unsaved === ''}
      className="sticky bottom-0 z-30 -mx-(--gutter) border-t border-border bg-card px-gutter pt-3 pb-[calc(.75rem+env(safe-area-inset-bottom))] shadow-sheet"
    >
      <div className="flex max-w-4xl flex-wrap items-center justify-between gap-3">
        <p className="text-sm text-muted-foreground max-md:hidden">Not saved yet: {unsaved}</p>
        <div className="flex gap-3 max-md:flex-1">
          <Button variant="secondary" className="max-md:flex-1" disabled={isBusy} onClick={onDiscard}>
            Discard
          </Button>
          <Button type="submit" form={formId} className="max-md:flex-1" busy={isBusy} busyLabel="Saving...">
            Save changes
          </Button>
        </div>
      </div>
    </div>
  )
}

/** Above a form that begins with what was typed before a sign-in ran out. Files are too large to keep that way. */
export function KeptNotice({ hasPictures }: { hasPictures?: boolean }) {
  return (
    <p role="status" className="text-muted-foreground">
      We kept what you had typed. It is not saved yet.
      {hasPictures && ' Pictures that you had chosen have to be chosen again.'}
    </p>
  )
}

/** The shop says `settings.contact.phone`; the field of the form is called `contact.phone`. */
export function withoutPrefix(prefix: string, fields: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, message]) => [name.replace(`${prefix}.`, ''), message]),
  )
}
