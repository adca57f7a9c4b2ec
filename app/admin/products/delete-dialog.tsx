import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx'

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
