import { useState } from 'react'
import { useFetch } from '#app/data/use-fetch.ts'
import { Button } from '#app/ui/button.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx'
import { ErrorPanel } from '#app/ui/error-panel.tsx'
import { Sheet } from '#app/ui/sheet.tsx'
import { LoadingArea, Skeleton } from '#app/ui/skeleton.tsx'
import type { PageResponse } from '#contract/content.ts'
import { formatDateAndTime } from '#rules/dates.ts'
import type { PageText } from '#rules/page-texts.ts'

/** The text that every shop begins with is the oldest version. */
const firstText = 0

type PageVersionsProps = {
  page: PageResponse
  open: boolean
  isBusy: boolean
  onClose: () => void
  onRestore: (version: number | null) => Promise<unknown>
}

/** What was published before, by whom and when; each can be compared with what readers see now, and shown again. */
export function PageVersions({ page, open, isBusy, onClose, onRestore }: PageVersionsProps) {
  const [compared, setCompared] = useState<number | null>(null)
  const [restoring, setRestoring] = useState<number | null>(null)
  const rows = [
    ...page.versions.map(({ id, at, by }) => ({
      id,
      name: formatDateAndTime(new Date(at)),
      by: by ?? 'a deleted account',
    })),
    ...(page.kind === 'own' ? [] : [{ id: firstText, name: 'The text of the first day', by: null }]),
  ]
  return (
    <Sheet id="page-versions" place="right-wide" title="Older texts" open={open} onClose={onClose}>
      {rows.length === 0 && <p>Nothing was published yet.</p>}
      <ol className="grid gap-4">
        {rows.map(({ id, name, by }, place) => (
          <li key={id} className="grid gap-3 border-b border-border pb-4">
            <div className="flex flex-wrap items-center gap-2">
              <p className="mr-auto">
                <span className="font-semibold">{name}</span>
                {by !== null && <span className="text-muted-foreground"> by {by}</span>}
                {isShownNow(page, id, place) && (
                  <span className="text-muted-foreground"> · readers see it now</span>
                )}
              </p>
              <Button
                variant="secondary"
                size="sm"
                aria-expanded={compared === id}
                aria-label={`Compare ${name}`}
                onClick={() => setCompared(compared === id ? null : id)}
              >
                Compare
              </Button>
              {!isShownNow(page, id, place) && (
                <Button size="sm" aria-label={`Restore ${name}`} onClick={() => setRestoring(id)}>
                  Restore
                </Button>
              )}
            </div>
            {compared === id && <Comparison slug={page.slug} version={id} shown={page.shown} />}
          </li>
        ))}
      </ol>
      <ConfirmDialog
        open={restoring !== null}
        title="Show this text again?"
        confirmLabel="Restore"
        busy={isBusy}
        onConfirm={async () => {
          await onRestore(restoring === firstText ? null : restoring)
          setRestoring(null)
        }}
        onClose={() => setRestoring(null)}
      >
        <p>Readers see it at once. The text that they see now stays in this list.</p>
      </ConfirmDialog>
    </Sheet>
  )
}

function isShownNow({ is_changed, shown }: PageResponse, id: number, place: number): boolean {
  return id === firstText ? !is_changed : is_changed && shown !== null && place === 0
}

type ComparisonProps = { slug: string; version: number; shown: PageText | null }

function Comparison({ slug, version, shown }: ComparisonProps) {
  const { data, error, isLoading, refetch } = useFetch<PageText>(`/api/pages/${slug}/versions/${version}`)
  if (error) {
    return (
      <ErrorPanel title="The text could not be loaded" onRetry={refetch} retrying={isLoading}>
        {error.message}
      </ErrorPanel>
    )
  }
  if (!data) {
    return (
      <LoadingArea className="grid gap-2">
        <Skeleton className="h-6" />
        <Skeleton className="h-6" />
      </LoadingArea>
    )
  }
  const lines = textDifference(linesOf(data), shown ? linesOf(shown) : [])
  if (lines.every(({ kind }) => kind === 'same'))
    return <p>There is no difference to what readers see now.</p>
  return (
    <ul aria-label="From this text to the one that readers see now" className="grid gap-1 text-sm">
      {lines.map((line, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a comparison never change their order.
        <ComparedText key={place} line={line} />
      ))}
    </ul>
  )
}

const looks = {
  same: { className: 'text-muted-foreground', words: null },
  gone: { className: 'bg-destructive-soft text-destructive-ink', words: 'Was: ' },
  new: { className: 'bg-success-soft text-success', words: 'Is now: ' },
} satisfies Record<ComparedLine['kind'], { className: string; words: string | null }>

function ComparedText({ line: { kind, text } }: { line: ComparedLine }) {
  const { className, words } = looks[kind]
  return (
    <li className={classNames('rounded-control px-2 py-1 wrap-anywhere', className)}>
      {words && <strong>{words}</strong>}
      {text}
    </li>
  )
}

/** A text as lines of words: what a person compares. */
function linesOf({ title, lead, content, questions }: PageText): string[] {
  const parts = [
    title,
    lead,
    ...blocksOf(content),
    ...questions.flatMap(({ question, answer }) => [question, ...blocksOf(answer)]),
  ]
  return parts.filter((line) => line !== '')
}

function blocksOf(html: string): string[] {
  const template = document.createElement('template')
  template.innerHTML = html
    .replaceAll(/<\/(?:p|li|h[2-4]|tr|blockquote|pre)>|<br ?\/?>/g, '\n$&')
    .replaceAll(/<\/t[hd]>/g, ' $&')
  return (template.content.textContent ?? '').split('\n').map((line) => line.replaceAll(/\s+/g, ' ').trim())
}

type ComparedLine = { kind: 'same' | 'gone' | 'new'; text: string }

/** Enough for the longest policy; what comes after is compared as one block. */
const mostLines = 600

/** Two texts line by line: what stayed, what is gone and what is new, in the order of reading. */
export function textDifference(before: readonly string[], after: readonly string[]): ComparedLine[] {
  const [old, young] = [before.slice(0, mostLines), after.slice(0, mostLines)]
  const common = commonLengths(old, young)
  const lines: ComparedLine[] = []
  let [i, j] = [0, 0]
  while (i < old.length || j < young.length) {
    const [one, other] = [old[i], young[j]]
    if (one !== undefined && one === other) {
      lines.push({ kind: 'same', text: one })
      i++
      j++
    } else if (
      one !== undefined &&
      (other === undefined || lengthAt(common, i + 1, j) >= lengthAt(common, i, j + 1))
    ) {
      lines.push({ kind: 'gone', text: one })
      i++
    } else {
      lines.push({ kind: 'new', text: other ?? '' })
      j++
    }
  }
  return [...lines, ...rest(before, 'gone'), ...rest(after, 'new')]
}

function rest(lines: readonly string[], kind: 'gone' | 'new'): ComparedLine[] {
  return lines.slice(mostLines).map((text) => ({ kind, text }))
}

/** How many lines both have in common from each pair of places on. */
function commonLengths(old: readonly string[], young: readonly string[]): number[][] {
  const common = Array.from({ length: old.length + 1 }, () => Array<number>(young.length + 1).fill(0))
  for (let i = old.length - 1; i >= 0; i--)
    for (let j = young.length - 1; j >= 0; j--) {
      const row = common[i]
      if (row === undefined) continue
      row[j] =
        old[i] === young[j]
          ? lengthAt(common, i + 1, j + 1) + 1
          : Math.max(lengthAt(common, i + 1, j), lengthAt(common, i, j + 1))
    }
  return common
}

function lengthAt(common: number[][], i: number, j: number): number {
  return common[i]?.[j] ?? 0
}
