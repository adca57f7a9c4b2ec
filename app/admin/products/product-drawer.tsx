import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useBlocker, useNavigate, useSearchParams } from 'react-router'
import { isApiProblem } from '#app/data/api.ts'
import { useFetch } from '#app/data/use-fetch.ts'
import { useAuth } from '#app/session/auth.tsx'
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx'
import { ErrorPanel } from '#app/ui/error-panel.tsx'
import type { SelectOption } from '#app/ui/field.tsx'
import { Sheet } from '#app/ui/sheet.tsx'
import { LoadingArea, Skeleton } from '#app/ui/skeleton.tsx'
import type { ProductResponse } from '#contract/catalogue.ts'
import { addressWith } from '../list-frame.tsx'
import { openForm } from './product-filters.tsx'
import { ProductForm } from './product-form.tsx'
import { openProductDraft } from './product-values.ts'

type ProductDrawerProps = {
  which: number | 'new' | null
  categories: readonly SelectOption[]
  onSaved: () => void
}

const id = 'product-form'

/** The form fills a phone's screen and is beside the list on a laptop. It has an address, so Back closes it. */
export function ProductDrawer({ which, categories, onSaved }: ProductDrawerProps) {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const unsaved = useRef(false)
  const [attempt, setAttempt] = useState(0)
  const { user } = useAuth()
  const userId = user?.id ?? ''
  const sizeOf = which === 'new' ? sizeOfIn(search) : 0
  const kept = sizeOf > 0 ? `size-of-${sizeOf}` : which
  const draft = useMemo(() => openProductDraft(kept, userId), [kept, userId])
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      unsaved.current &&
      (currentLocation.pathname !== nextLocation.pathname ||
        openForm(new URLSearchParams(nextLocation.search)) !== which),
  )
  useEffect(() => {
    const confirm = (event: BeforeUnloadEvent) => {
      if (unsaved.current) event.preventDefault()
    }
    window.addEventListener('beforeunload', confirm)
    return () => window.removeEventListener('beforeunload', confirm)
  }, [])
  useEffect(() => {
    if (which === null) unsaved.current = false
  }, [which])

  const close = () => {
    if (which !== null)
      void navigate(addressWith(search, { edit: null, size_of: null }), { preventScrollReset: true })
  }
  const onDirty = useCallback(() => {
    unsaved.current = true
  }, [])
  const shared = {
    sheet: id,
    categories,
    draft,
    onDirty,
    onSaved: () => {
      unsaved.current = false
      draft.remove()
      onSaved()
      close()
    },
    onCancel: close,
    onReload: () => {
      unsaved.current = false
      draft.remove()
      setAttempt((before) => before + 1)
    },
  }
  return (
    <>
      <Sheet
        id={id}
        place="right-wide"
        title={titleOf(which, sizeOf)}
        open={which !== null}
        onClose={close}
        mayClose={() => {
          if (!unsaved.current) return true
          close()
          return false
        }}
      >
        {which === 'new' && sizeOf === 0 && <ProductForm product={null} {...shared} />}
        {sizeOf > 0 && <EditedProduct key={kept} id={sizeOf} isAnotherSize {...shared} />}
        {typeof which === 'number' && <EditedProduct key={`${which} ${attempt}`} id={which} {...shared} />}
      </Sheet>
      <ConfirmDialog
        open={blocker.state === 'blocked'}
        title="Leave without saving?"
        confirmLabel="Leave"
        cancelLabel="Keep editing"
        destructive
        onConfirm={() => {
          unsaved.current = false
          draft.remove()
          blocker.proceed?.()
        }}
        onClose={() => {
          if (blocker.state !== 'blocked') return
          blocker.reset()
          openAgain()
        }}
      >
        <p>What you changed in this product is not saved yet.</p>
      </ConfirmDialog>
    </>
  )
}

/** A browser may insist on closing a dialog after the second Escape, whatever we say. */
function openAgain(): void {
  const drawer = document.getElementById(id)
  if (drawer instanceof HTMLDialogElement && !drawer.open) drawer.showModal()
}

/** The product of which another size is added; 0 for none. */
function sizeOfIn(search: URLSearchParams): number {
  const asked = search.get('size_of') ?? ''
  return /^[1-9]\d{0,8}$/.test(asked) ? Number(asked) : 0
}

function titleOf(which: ProductDrawerProps['which'], sizeOf: number): string {
  if (sizeOf > 0) return 'Add a size'
  return which === 'new' ? 'Add New Product' : 'Edit Product'
}

type EditedProductProps = Omit<React.ComponentProps<typeof ProductForm>, 'product' | 'sizeOf'> & {
  id: number
  isAnotherSize?: boolean
}

function EditedProduct({ id: productId, isAnotherSize, ...form }: EditedProductProps) {
  const { data, error, isLoading, refetch } = useFetch<ProductResponse>(`/api/products/${productId}?admin=1`)
  if (data && isAnotherSize) return <ProductForm product={null} sizeOf={data} {...form} />
  if (data) return <ProductForm product={data} {...form} />
  if (error) {
    const isGone = isApiProblem(error) && error.status === 404
    return (
      <ErrorPanel
        title={isGone ? 'Product not found' : 'This product could not be loaded'}
        onRetry={isGone ? undefined : refetch}
        retrying={isLoading}
      >
        {isGone ? 'Somebody may have deleted it.' : error.message}
      </ErrorPanel>
    )
  }
  return (
    <LoadingArea className="grid gap-5">
      {[1, 2, 3, 4, 5].map((row) => (
        <Skeleton key={row} className="h-18" />
      ))}
    </LoadingArea>
  )
}
