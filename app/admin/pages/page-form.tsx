import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useSubmit } from '#app/components/use-submit.ts'
import { type ApiProblem, api } from '#app/data/api.ts'
import { isFlag, isNumber, isText, listOf, orNull, shapeOf } from '#app/session/draft-shape.ts'
import { useDraft, useKeepDraft } from '#app/session/use-draft.ts'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { useFormErrors } from '#app/ui/form-errors.tsx'
import { ArrowDownIcon, ArrowUpIcon, CircleAlertIcon, PlusIcon, TrashIcon } from '#app/ui/icons.tsx'
import { TooltipButton } from '#app/ui/tooltip.tsx'
import type { ListedPageResponse, PageResponse } from '#contract/content.ts'
import {
  type PageKind,
  type PageQuestion,
  type PageText,
  pageLimits,
  pageMistakes,
} from '#rules/page-texts.ts'
import { type Conflict, conflictIn } from '../conflict.tsx'
import { ContentField } from '../editor/content-field.tsx'

/** A question keeps its place on the screen while others are moved past it. */
type QuestionRow = PageQuestion & { key: number }

type PageValues = Omit<PageText, 'questions'> & { questions: QuestionRow[]; isInFooter: boolean }

export type PageAction = 'draft' | 'publish' | 'hide'

const doneTitles = {
  draft: 'The draft is saved',
  publish: 'The text is published',
  hide: 'The page is taken down',
} satisfies Record<PageAction, string>

type PageDraft = { values: PageValues; seen: string | null }

const isPageDraft = shapeOf<PageDraft>({
  values: shapeOf<PageValues>({
    title: isText,
    lead: isText,
    content: isText,
    questions: listOf(shapeOf<QuestionRow>({ key: isNumber, question: isText, answer: isText })),
    isInFooter: isFlag,
  }),
  seen: orNull(isText),
})

const empty: PageText = { title: '', lead: '', content: '', questions: [] }

function startValues(page: PageResponse | null): PageValues {
  const text = page?.text ?? empty
  const questions = text.questions.map((row, key) => ({ ...row, key }))
  return { ...text, questions, isInFooter: page?.in_footer ?? false }
}

export function textOf({ title, lead, content, questions }: PageValues): PageText {
  return { title, lead, content, questions: questions.map(({ question, answer }) => ({ question, answer })) }
}

/** The values of the editor, and how they are saved. */
export function usePageForm(opened: PageResponse | null) {
  const navigate = useNavigate()
  const { submit, isBusy } = useSubmit()
  const { draft, kept } = useDraft(`page ${opened?.slug ?? 'new'}`, isPageDraft)
  const [page, setPage] = useState(opened)
  /** Which version the values were made from; a sign-in that ran out changes nothing about that. */
  const [seen, setSeen] = useState(kept ? kept.seen : (opened?.updated_at ?? null))
  const [values, setValues] = useState(() => kept?.values ?? startValues(opened))
  const [isDirty, setDirty] = useState(kept !== null)
  useKeepDraft(draft, isDirty ? { values, seen } : null)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const kind: PageKind = opened?.kind ?? 'own'
  const [made, setMade] = useState<string | null>(null)
  const latest = useRef(values)
  const errors = useFormErrors(() => pageMistakes(kind, textOf(latest.current)))

  // Not before the guard has seen that nothing is unsaved any more.
  useEffect(() => {
    if (made !== null && !isDirty) void navigate(`/admin/pages/edit/${made}`, { replace: true })
  }, [made, isDirty, navigate])

  const change = (changes: Partial<PageValues>) => {
    latest.current = { ...latest.current, ...changes }
    setValues(latest.current)
    setDirty(true)
  }

  /** Everything that changes a page goes this way: a conflict is shown, what came back is the page from now on. */
  const run = (title: string, work: () => Promise<PageResponse>) => {
    setConflict(null)
    const onFailure = (problem: ApiProblem) => {
      const found = conflictIn(problem)
      setConflict(found)
      return found !== null
    }
    return submit({ failed: 'It was not saved', refuse: errors.refuse, onFailure }, async () => {
      const saved = await work()
      setPage(saved)
      setSeen(saved.updated_at)
      setDirty(false)
      return { title }
    })
  }

  const send = async (action: PageAction, expected = seen) => {
    const written = textOf(latest.current)
    const place = { in_footer: latest.current.isInFooter }
    if (page) {
      const body = { ...written, ...place, action, expected }
      await run(doneTitles[action], () => api.put<PageResponse>(`/api/pages/${page.slug}`, { body }))
      return
    }
    const { questions: _, ...text } = written
    await submit({ failed: 'It was not saved', refuse: errors.refuse }, async () => {
      const body = { ...text, ...place, publish: action === 'publish' }
      const { slug } = await api.post<ListedPageResponse>('/api/pages', { body })
      setDirty(false)
      setMade(slug)
      return { title: doneTitles[action] }
    })
  }

  const markRead = () =>
    run('Noted: this text is right for your shop', () =>
      api.post<PageResponse>(`/api/pages/${page?.slug}/read`, { body: {} }),
    )

  /** The answer of the shop is read anew afterwards, whether it worked or somebody else was quicker. */
  const restore = (version: number | null) =>
    submit({ failed: 'The older text was not restored' }, async () => {
      const body = { version, expected: seen }
      await api.post(`/api/pages/${page?.slug}/restore`, { body })
      return { title: 'The older text is shown again' }
    })

  return {
    page,
    kind,
    values,
    change,
    isDirty,
    isBusy,
    conflict,
    errors,
    send,
    markRead,
    restore,
    wasKept: kept !== null,
  }
}

type Field = (name: string) => { id: string; name: string; error: string | undefined }

type QuestionsFieldProps = {
  rows: QuestionRow[]
  field: Field
  onChange: (rows: QuestionRow[]) => void
}

/** The questions in the order in which readers see them. One answer at a time is open for writing. */
export function QuestionsField({ rows, field, onChange }: QuestionsFieldProps) {
  const [open, setOpen] = useState<number | null>(null)
  const change = (key: number, changes: Partial<QuestionRow>) =>
    onChange(rows.map((row) => (row.key === key ? { ...row, ...changes } : row)))
  const move = (place: number, by: 1 | -1) => {
    const row = rows[place]
    if (row) onChange(rows.toSpliced(place, 1).toSpliced(place + by, 0, row))
  }
  const add = () => {
    const key = Math.max(0, ...rows.map((row) => row.key)) + 1
    onChange([...rows, { key, question: '', answer: '' }])
    setOpen(key)
  }
  const { id, error } = field('questions')
  return (
    <section id={id} tabIndex={-1} aria-label="Questions" className="grid gap-4">
      <ol className="grid gap-4">
        {rows.map((row, place) => (
          <li key={row.key} className="grid gap-3 rounded-card border border-border bg-card p-4">
            <TextField
              {...field(`questions.${place}.question`)}
              label={`Question ${place + 1}`}
              value={row.question}
              maxLength={pageLimits.question}
              autoComplete="off"
              onChange={({ target }) => change(row.key, { question: target.value })}
            />
            {open === row.key ? (
              <ContentField
                {...fieldOf(field, `questions.${place}.answer`)}
                label={`Answer ${place + 1}`}
                kind="page"
                html={row.answer}
                onChange={(answer) => change(row.key, { answer })}
              />
            ) : (
              <Answer html={row.answer} {...fieldOf(field, `questions.${place}.answer`)} />
            )}
            <div className="flex flex-wrap items-center gap-1">
              <Button
                variant="secondary"
                size="sm"
                aria-expanded={open === row.key}
                onClick={() => setOpen(open === row.key ? null : row.key)}
              >
                {open === row.key ? 'Close the answer' : 'Change the answer'}
              </Button>
              <span className="ml-auto flex gap-1">
                <TooltipButton
                  label={`Move question ${place + 1} up`}
                  disabled={place === 0}
                  onClick={() => move(place, -1)}
                >
                  <ArrowUpIcon size={20} />
                </TooltipButton>
                <TooltipButton
                  label={`Move question ${place + 1} down`}
                  disabled={place === rows.length - 1}
                  onClick={() => move(place, 1)}
                >
                  <ArrowDownIcon size={20} />
                </TooltipButton>
                <TooltipButton
                  label={`Remove question ${place + 1}`}
                  onClick={() => onChange(rows.toSpliced(place, 1))}
                >
                  <TrashIcon size={20} />
                </TooltipButton>
              </span>
            </div>
          </li>
        ))}
      </ol>
      {error && <Mistake words={error} />}
      <Button
        variant="secondary"
        className="justify-self-start"
        disabled={rows.length >= pageLimits.questions}
        onClick={add}
      >
        <PlusIcon size={20} />
        Add a question
      </Button>
    </section>
  )
}

function fieldOf(field: Field, name: string) {
  const { id, error } = field(name)
  return { id, error }
}

type AnswerProps = { html: string; id: string; error: string | undefined }

/** The words alone: whoever sorts questions wants to see many of them. */
function Answer({ html, id, error }: AnswerProps) {
  const words = html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&nbsp;|\s+/g, ' ')
    .replaceAll('&amp;', '&')
  return (
    <div id={id} tabIndex={-1} className="grid gap-1.5">
      <p className="line-clamp-3 text-muted-foreground">{words.trim() || 'No answer yet.'}</p>
      {error && <Mistake words={error} />}
    </div>
  )
}

function Mistake({ words }: { words: string }) {
  return (
    <p className="flex items-start gap-1.5 text-sm text-destructive">
      <CircleAlertIcon size={20} className="flex-none" />
      {words}
    </p>
  )
}
