import { useState } from 'react'
import { Button } from '#app/ui/button.tsx'
import { IconButton } from '#app/ui/icon-button.tsx'
import { ArrowDownIcon, ArrowUpIcon, CircleAlertIcon, PlusIcon, TrashIcon } from '#app/ui/icons.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import { pageLimits } from '#rules/page-texts.ts'
import { ContentField } from '../editor/content-field.tsx'
import type { QuestionRow } from './use-page-form.ts'

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
                <IconButton
                  label={`Move question ${place + 1} up`}
                  tooltip
                  disabled={place === 0}
                  onClick={() => move(place, -1)}
                >
                  <ArrowUpIcon size={20} />
                </IconButton>
                <IconButton
                  label={`Move question ${place + 1} down`}
                  tooltip
                  disabled={place === rows.length - 1}
                  onClick={() => move(place, 1)}
                >
                  <ArrowDownIcon size={20} />
                </IconButton>
                <IconButton
                  label={`Remove question ${place + 1}`}
                  tooltip
                  onClick={() => onChange(rows.toSpliced(place, 1))}
                >
                  <TrashIcon size={20} />
                </IconButton>
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
