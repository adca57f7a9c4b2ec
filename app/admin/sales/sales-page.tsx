import { useState } from 'react'
import { useSubmit } from '#app/components/use-submit.ts'
import { type ApiProblem, api } from '#app/data/api.ts'
import { useFetch } from '#app/data/use-fetch.ts'
import { pageMeta } from '#app/layout/page-meta-and-frame.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button, ButtonLink, IconButton } from '#app/ui/button.tsx'
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { TrashIcon } from '#app/ui/icons.tsx'
import { PencilIcon, PercentIcon } from '#app/ui/office-icons.tsx'
import type { SaleResponse } from '#contract/sales-and-discounts.ts'
import { formatDateAndTime } from '#rules/dates.ts'
import { ListHeading, useEditedRow } from '../form-sheet.tsx'
import { ListFrame } from '../list-frame.tsx'
import { May } from '../office-rights.tsx'
import { useCategories } from '../use-categories.ts'
import type { Route } from './+types/sales-page.ts'
import { SaleForm, saleInWords } from './sale-form.tsx'

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: 'Sales', hidden: true })
}

/** Prices that hold for a while: those of now, those to come and those of the past. */
export default function SalesPage() {
  const list = useFetch<SaleResponse[]>('/api/sales')
  const edited = useEditedRow(list)
  return (
    <div className="grid max-w-4xl gap-5">
      <ListHeading title="Sales" add="Add sale" />
      <p className="max-w-prose text-muted-foreground">
        While a sale runs, the shop shows its prices beside the regular ones, and takes them. Where several
        hold for a product, the lowest price counts. All times are GMT.
      </p>
      <ListFrame
        label="Sales"
        list={list}
        failed="The sales could not be loaded"
        empty={
          <EmptyState
            icon={PercentIcon}
            title="No sales yet"
            action={<ButtonLink to="?edit=new">Add your first sale</ButtonLink>}
          >
            A sale begins and ends by itself, at the second.
          </EmptyState>
        }
      >
        {(sales) => <SaleGroups sales={sales} onChanged={list.refetch} />}
      </ListFrame>
      {edited.isOpen && <SaleForm {...edited.form} key={edited.form.key} sale={edited.row} />}
    </div>
  )
}

const groups = [
  ['running', 'Running now'],
  ['coming', 'Coming'],
  ['over', 'Over'],
] as const

type Ending = { sale: SaleResponse; how: 'end' | 'delete' }

function SaleGroups({ sales, onChanged }: { sales: readonly SaleResponse[]; onChanged: () => void }) {
  const [ending, setEnding] = useState<Ending | null>(null)
  const { nameOf } = useCategories()
  return (
    <div className="grid gap-8">
      {groups.map(([state, heading]) => {
        const own = sales.filter((sale) => sale.state === state)
        if (own.length === 0) return null
        return (
          <section key={state} aria-labelledby={`sales-${state}`} className="grid gap-3">
            <h2 id={`sales-${state}`} className="font-sans text-lg font-semibold tracking-normal">
              {heading}
            </h2>
            <ul className="grid gap-3">
              {own.map((sale) => (
                <SaleRow key={sale.id} sale={sale} words={saleInWords(sale, nameOf)} onEnding={setEnding} />
              ))}
            </ul>
          </section>
        )
      })}
      {ending && <EndDialog {...ending} onChanged={onChanged} onClose={() => setEnding(null)} />}
    </div>
  )
}

type SaleRowProps = { sale: SaleResponse; words: string; onEnding: (ending: Ending) => void }

function SaleRow({ sale, words, onEnding }: SaleRowProps) {
  const { id, name, state, starts_at, ends_at, countdown } = sale
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-card border border-border bg-card p-4">
      <div className="grid min-w-40 flex-1 gap-1">
        <h3 className="font-sans text-base font-semibold tracking-normal wrap-anywhere">{name}</h3>
        <p className="wrap-anywhere">{words}</p>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted-foreground">
          <span>
            {formatDateAndTime(new Date(starts_at))} to {formatDateAndTime(new Date(ends_at))}
          </span>
          {countdown && state !== 'over' && <Badge tone="clay">Countdown</Badge>}
        </p>
      </div>
      <span className="flex flex-none gap-2 max-sm:w-full">
        {state === 'running' && (
          <Button
            variant="secondary"
            size="sm"
            className="min-h-11 max-sm:flex-1"
            onClick={() => onEnding({ sale, how: 'end' })}
          >
            End now
            <span className="sr-only">{name}</span>
          </Button>
        )}
        <ButtonLink
          to={`?edit=${id}`}
          variant="secondary"
          size="sm"
          className="min-h-11 max-sm:flex-1"
          preventScrollReset
        >
          <PencilIcon size={18} />
          Edit
          <span className="sr-only">{name}</span>
        </ButtonLink>
        <May right="deletion">
          <IconButton label={`Delete ${name}`} onClick={() => onEnding({ sale, how: 'delete' })}>
            <TrashIcon size={20} />
          </IconButton>
        </May>
      </span>
    </li>
  )
}

type EndDialogProps = Ending & { onChanged: () => void; onClose: () => void }

function EndDialog({ sale, how, onChanged, onClose }: EndDialogProps) {
  const { submit, isBusy } = useSubmit()
  const { id, name, state, updated_at: expected } = sale
  const isEnd = how === 'end'
  const confirm = () => {
    const onFailure = ({ status }: ApiProblem) => {
      // Changed or over meanwhile: the list is asked for what is true now.
      if (status === 404 || status === 409) onChanged()
    }
    const failed = isEnd ? `${name} was not ended` : `${name} was not deleted`
    void submit({ failed, onFailure }, async () => {
      if (isEnd) await api.post(`/api/sales/${id}/end`, { body: { expected } })
      else await api.delete(`/api/sales/${id}?${new URLSearchParams({ expected })}`)
      onChanged()
      onClose()
      return { title: isEnd ? `${name} has ended` : `${name} is deleted` }
    })
  }
  return (
    <ConfirmDialog
      open
      title={isEnd ? `End ${name} now?` : `Delete ${name}?`}
      confirmLabel={isEnd ? 'End now' : 'Delete'}
      busy={isBusy}
      destructive
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>
        {state === 'running'
          ? 'The regular prices hold again at once. Orders that were placed keep their prices.'
          : 'Orders keep their prices. This cannot be undone.'}
      </p>
    </ConfirmDialog>
  )
}
