import { Button, ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { PackageIcon } from '#app/ui/icons.tsx'
import { LoadingArea, Skeleton } from '#app/ui/skeleton.tsx'

export function NoProducts({ filtered, onAdd }: { filtered: boolean; onAdd: () => void }) {
  return (
    <EmptyState
      icon={PackageIcon}
      title="No products found."
      action={
        filtered ? (
          <ButtonLink to={{ search: '' }} variant="secondary">
            Show all products
          </ButtonLink>
        ) : (
          <Button onClick={onAdd}>Add Your First Product</Button>
        )
      }
    >
      {filtered ? 'Nothing fits this search and filter.' : 'What you add here is in the shop at once.'}
    </EmptyState>
  )
}

export function LoadingProducts() {
  return (
    <LoadingArea label="Loading products" className="grid gap-3">
      {[1, 2, 3, 4, 5, 6].map((row) => (
        <Skeleton key={row} className="h-17 max-md:h-72" />
      ))}
    </LoadingArea>
  )
}
