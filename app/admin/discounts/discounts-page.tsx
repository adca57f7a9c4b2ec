import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useSubmit } from '#app/components/use-submit.ts'
import { api } from '#app/data/api.ts'
import { useFetch } from '#app/data/use-fetch.ts'
import { pageMeta } from '#app/layout/page-meta-and-frame.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { TextField } from '#app/ui/field.tsx'
import { Link } from '#app/ui/link.tsx'
import { TagIcon } from '#app/ui/office-icons.tsx'
import type { DiscountResponse } from '#contract/sales-and-discounts.ts'
import { formatDateAndTime } from '#rules/dates.ts'
import { codeCountMistake, codePrefixMistake } from '#rules/discount-fields.ts'
import { offerText } from '#rules/discount-texts.ts'
import { formatCedis, toPesewas } from '#rules/money.ts'
import { ExportButton } from '../export-button.tsx'
import { ListHeading, useEditedRow } from '../form-sheet.tsx'
import { addressWith, ListFrame, pageIn, rowsOnAPage } from '../list-frame.tsx'
import { May } from '../office-rights.tsx'
import type { Route } from './+types/discounts-page.ts'
import { DiscountForm } from './discount-form.tsx'
import { stateOf } from './discount-values.ts'

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: 'Discounts', hidden: true })
}

/** What the shop gives away: with codes, or by itself. */
export default function DiscountsPage() {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const list = useFetch<DiscountResponse[]>(`/api/discounts?page=${pageIn(search)}&limit=${rowsOnAPage}`)
  const edited = useEditedRow(list)
  const withCodes = list.data?.find(({ id }) => String(id) === search.get('codes'))
  const [ending, setEnding] = useState<DiscountResponse | null>(null)
  const closeCodes = () => void navigate(addressWith(search, { codes: null }), { preventScrollReset: true })
  return (
    <div className="grid max-w-4xl gap-5">
      <ListHeading title="Discounts" add="Add discount" />
      <p className="max-w-prose text-muted-foreground">
        The shop takes them off after the prices and before the customer pays. A cancelled order gives its use
        back.
      </p>
      <ListFrame
        label="Discounts"
        list={list}
        failed="The discounts could not be loaded"
        empty={
          <EmptyState
            icon={TagIcon}
            title="No discounts yet"
            action={<ButtonLink to="?edit=new">Add your first discount</ButtonLink>}
          >
            A code for friends, free delivery for a week, or buy two and get one free.
          </EmptyState>
        }
      >
        {(discounts) => (
          <ul className="grid gap-3">
            {discounts.map((discount) => (
              <DiscountRow
                key={discount.id}
                discount={discount}
                search={search}
                onEnd={() => setEnding(discount)}
              />
            ))}
          </ul>
        )}
      </ListFrame>
      {edited.isOpen && <DiscountForm {...edited.form} key={edited.form.key} discount={edited.row} />}
      {withCodes && <CodesDialog discount={withCodes} onChanged={list.refetch} onClose={closeCodes} />}
      {ending && <EndQuestion discount={ending} onEnded={list.refetch} onClose={() => setEnding(null)} />}
    </div>
  )
}

type DiscountRowProps = { discount: DiscountResponse; search: URLSearchParams; onEnd: () => void }

function DiscountRow({ discount, search, onEnd }: DiscountRowProps) {
  const { id, name, code, automatic, codes, codes_used, uses, most_uses, was_used } = discount
  const state = stateOf(discount, new Date())
  const small = { variant: 'secondary', size: 'sm', className: 'min-h-11' } as const
  return (
    <li className="grid gap-3 rounded-card border border-border bg-card p-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Link
          to={addressWith(search, { edit: id })}
          preventScrollReset
          className="min-h-11 content-center font-semibold wrap-anywhere text-link"
        >
          {name}
        </Link>
        <Badge tone={state === 'On' ? 'green' : 'gray'}>{state}</Badge>
        {code && <strong className="tracking-widest wrap-anywhere">{code}</strong>}
        {automatic && <span className="text-sm text-muted-foreground">without a code</span>}
      </div>
      <p className="text-sm text-muted-foreground">{inWords(discount)}</p>
      <div className="flex flex-wrap items-center gap-2">
        <p className="mr-auto tabular-nums max-sm:w-full">
          Used {uses}
          {most_uses !== null && ` of ${most_uses}`} {uses === 1 && most_uses === null ? 'time' : 'times'}
          {codes > 0 && ` · ${codes_used} of ${codes} codes`}
        </p>
        {!automatic && (
          <ButtonLink {...small} to={addressWith(search, { codes: id })} preventScrollReset>
            Codes<span className="sr-only"> of {name}</span>
          </ButtonLink>
        )}
        <ButtonLink {...small} to={addressWith(search, { edit: id })} preventScrollReset>
          Edit<span className="sr-only"> {name}</span>
        </ButtonLink>
        {!was_used && (
          <May right="deletion">
            <Button {...small} onClick={onEnd}>
              Delete<span className="sr-only"> {name}</span>
            </Button>
          </May>
        )}
      </div>
    </li>
  )
}

function inWords(discount: DiscountResponse): string {
  const { minimum_spend, product_ids, categories, uses_per_customer, starts_at, ends_at } = discount
  const { kind, percent, amount, buy_quantity: buyQuantity, get_quantity: getQuantity } = discount
  const at = (moment: string) => formatDateAndTime(new Date(moment))
  return [
    offerText({
      kind,
      percent,
      amount: amount === null ? null : toPesewas(amount),
      buyQuantity,
      getQuantity,
    }),
    minimum_spend > 0 && `from ${formatCedis(minimum_spend)}`,
    product_ids.length + categories.length > 0 && 'only for some products',
    discount.first_order_only && 'first order only',
    uses_per_customer !== null && `${uses_per_customer} per phone number`,
    discount.combinable && 'together with others',
    starts_at && `from ${at(starts_at)}`,
    ends_at && `until ${at(ends_at)}`,
  ]
    .filter(Boolean)
    .join(' · ')
}

type EndQuestionProps = { discount: DiscountResponse; onEnded: () => void; onClose: () => void }

function EndQuestion({ discount: { id, name }, onEnded, onClose }: EndQuestionProps) {
  const { submit, isBusy } = useSubmit()
  const end = () =>
    submit({ failed: `${name} was not deleted` }, async () => {
      await api.delete(`/api/discounts/${id}`)
      onClose()
      return { title: `${name} is deleted` }
    }).then(onEnded)
  return (
    <ConfirmDialog
      open
      title={`Delete ${name}?`}
      confirmLabel="Delete"
      destructive
      busy={isBusy}
      onConfirm={() => void end()}
      onClose={onClose}
    >
      No order has used it. Its codes go with it; this cannot be undone.
    </ConfirmDialog>
  )
}

type CodesDialogProps = {
  discount: DiscountResponse
  onChanged: () => void
  onClose: () => void
}

/** Codes that each hold for one order, to be handed out one by one. */
function CodesDialog({ discount, onChanged, onClose }: CodesDialogProps) {
  const { id, name, codes, codes_used } = discount
  const { submit, isBusy } = useSubmit()
  const [typed, setTyped] = useState({ count: '100', prefix: '' })
  const [errors, setErrors] = useState<Record<string, string | undefined>>({})
  const make = () => {
    const { count, prefix } = typed
    const found = {
      count: codeCountMistake(Number(count)) ?? undefined,
      prefix: codePrefixMistake(prefix) ?? undefined,
    }
    setErrors(found)
    if (found.count || found.prefix) return
    void submit({ failed: 'No codes were made', refuse: setErrors }, async () => {
      await api.post(`/api/discounts/${id}/codes`, { body: { count: Number(count), prefix } })
      onChanged()
      return { title: `${count} codes made` }
    })
  }
  return (
    <Dialog
      open
      onClose={onClose}
      mayClose={() => !isBusy}
      title={`Codes of ${name}`}
      actions={
        <>
          <Button variant="secondary" disabled={isBusy} onClick={onClose}>
            Close
          </Button>
          <Button busy={isBusy} busyLabel="Making..." onClick={make}>
            Make codes
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <p>Each code holds for one order.</p>
        <div className="grid grid-cols-2 items-start gap-3">
          <TextField
            label="How many"
            inputMode="numeric"
            autoComplete="off"
            error={errors.count}
            value={typed.count}
            onChange={({ target }) => setTyped({ ...typed, count: target.value })}
          />
          <TextField
            label="Beginning with"
            optional
            autoComplete="off"
            autoCapitalize="characters"
            maxLength={20}
            error={errors.prefix}
            value={typed.prefix}
            onChange={({ target }) => setTyped({ ...typed, prefix: target.value })}
          />
        </div>
        {codes > 0 && (
          <div className="flex flex-wrap items-center justify-between gap-3">
            <p role="status">
              {codes} {codes === 1 ? 'code' : 'codes'} so far, {codes_used} used
            </p>
            <ExportButton
              size="sm"
              path={`/api/discounts/${id}/codes.csv`}
              texts={{
                done: 'Your browser is saving the codes',
                failed: 'The codes could not be downloaded',
              }}
            />
          </div>
        )}
      </div>
    </Dialog>
  )
}
