import { useId, useState } from 'react'
import { useTypedText } from '#app/session/use-draft.ts'
import { Button, IconButton } from '#app/ui/button.tsx'
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { TextField } from '#app/ui/field.tsx'
import { StarIcon, TrashIcon, XIcon } from '#app/ui/icons.tsx'
import type { ProductResponse } from '#contract/catalogue.ts'
import type { ProductsChange } from '#contract/catalogue-forms.ts'
import { productMistake } from '#rules/product-fields.ts'
import { May } from '../office-rights.tsx'

type BulkBarProps = {
  products: ProductResponse[]
  isBusy: boolean
  onChange: (change: ProductsChange) => Promise<unknown>
  onClear: () => void
}

/** What can be done with all ticked products at once. */
export function BulkBar({ products, isBusy, onChange, onClear }: BulkBarProps) {
  const [dialog, setDialog] = useState<'stock' | 'delete' | null>(null)
  const ids = products.map(({ id }) => id)
  const close = () => setDialog(null)
  return (
    <section
      aria-label="Selected products"
      data-sticky-bar=""
      className="sticky bottom-0 z-30 -mx-gutter flex flex-wrap items-center gap-2 border-t border-border bg-card px-gutter pt-2 pb-[calc(.5rem+env(safe-area-inset-bottom))] shadow-sheet"
    >
      <p role="status" className="mr-auto font-semibold tabular-nums">
        {products.length} selected
      </p>
      <BarButton onClick={() => void onChange({ action: 'feature', ids })}>
        <StarIcon size={20} className="max-md:hidden" />
        Feature
      </BarButton>
      <BarButton onClick={() => void onChange({ action: 'unfeature', ids })}>Unfeature</BarButton>
      <BarButton onClick={() => void onChange({ action: 'show', ids })}>Show</BarButton>
      <BarButton onClick={() => void onChange({ action: 'hide', ids })}>Hide</BarButton>
      <BarButton onClick={() => setDialog('stock')}>Set stock</BarButton>
      <May right="deletion">
        <BarButton onClick={() => setDialog('delete')}>
          <TrashIcon size={20} className="max-md:hidden" />
          Delete
        </BarButton>
      </May>
      <IconButton label="Clear the selection" onClick={onClear}>
        <XIcon size={20} />
      </IconButton>
      <StockDialog
        open={dialog === 'stock'}
        count={products.length}
        busy={isBusy}
        onClose={close}
        onSet={async (stock_quantity) => {
          const seen = products.map(({ id, stock_quantity: seen_stock }) => ({ id, seen_stock }))
          await onChange({ action: 'set_stock', stock_quantity, products: seen })
          close()
        }}
      />
      <DeleteDialog
        open={dialog === 'delete'}
        names={products.map(({ name }) => name)}
        busy={isBusy}
        onClose={close}
        onDelete={async () => {
          await onChange({ action: 'delete', ids })
          close()
        }}
      />
    </section>
  )
}

function BarButton(props: { onClick: () => void; children: React.ReactNode }) {
  return <Button size="sm" variant="secondary" {...props} />
}

type StockDialogProps = {
  open: boolean
  count: number
  busy: boolean
  onClose: () => void
  onSet: (stock: number) => Promise<void>
}

function StockDialog({ open, count, busy, onClose, onSet }: StockDialogProps) {
  const id = useId()
  const { text: typed, type } = useTypedText('stock-of-many', '')
  const [error, setError] = useState<string>()
  const set = () => {
    const mistake = productMistake('stock_quantity', typed)
    if (mistake === null) void onSet(Number(typed.trim()))
    else setError(mistake)
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={`Set the stock of ${count === 1 ? '1 product' : `${count} products`}`}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={id} busy={busy}>
            Set stock
          </Button>
        </>
      }
    >
      <form
        id={id}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          set()
        }}
      >
        <TextField
          label="Stock quantity"
          inputMode="numeric"
          data-first-focus=""
          value={typed}
          error={error}
          help="What is sold while this is open still comes off."
          onChange={({ target }) => {
            type(target.value)
            setError(undefined)
          }}
        />
      </form>
    </Dialog>
  )
}

type DeleteDialogProps = {
  open: boolean
  names: readonly string[]
  busy: boolean
  onClose: () => void
  onDelete: () => Promise<void>
}

const mostNamed = 5

export function DeleteDialog({ open, names, busy, onClose, onDelete }: DeleteDialogProps) {
  const more = names.length - mostNamed
  return (
    <ConfirmDialog
      open={open}
      title={
        names.length > 1
          ? `Are you sure you want to delete these ${names.length} products?`
          : 'Are you sure you want to delete this product?'
      }
      confirmLabel="Delete"
      busy={busy}
      destructive
      onConfirm={() => void onDelete()}
      onClose={onClose}
    >
      <ul className="wrap-anywhere">
        {names.slice(0, mostNamed).map((name, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two products may have one name.
          <li key={place} className="font-semibold">
            {name}
          </li>
        ))}
        {more > 0 && <li>and {more} more</li>}
      </ul>
      <p className="text-muted-foreground">
        It leaves the shop at once. Old orders keep its name, picture and price.
      </p>
    </ConfirmDialog>
  )
}
