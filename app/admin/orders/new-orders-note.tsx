import { Button } from '#app/ui/button.tsx'
import { InfoIcon } from '#app/ui/icons.tsx'

type NewOrdersNoteProps = { count: number; onShow(): void }

/** The list does not jump under the hand of whoever works in it; new orders wait until they are asked for. */
export function NewOrdersNote({ count, onShow }: NewOrdersNoteProps) {
  return (
    <div role="status" className="empty:hidden">
      {count > 0 && (
        <p className="flex flex-wrap items-center gap-x-3 rounded-card border border-link bg-accent px-4 py-1 text-link">
          <InfoIcon size={20} />
          <span className="font-semibold">
            {count >= 100 ? '100 or more new orders' : count === 1 ? '1 new order' : `${count} new orders`}
          </span>
          <Button variant="ghost" size="sm" className="min-h-11 text-link underline" onClick={onShow}>
            Show
          </Button>
        </p>
      )}
    </div>
  )
}
