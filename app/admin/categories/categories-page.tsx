import { useState } from 'react'
import { useSubmit } from '#app/components/use-submit.ts'
import { type ApiProblem, api } from '#app/data/api.ts'
import { upload } from '#app/data/upload.ts'
import { type Fetched, useFetch } from '#app/data/use-fetch.ts'
import { pageMeta } from '#app/layout/page-meta-and-frame.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button, ButtonLink, IconButton } from '#app/ui/button.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { Dialog } from '#app/ui/dialog.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { SelectField } from '#app/ui/field.tsx'
import { ArrowDownIcon, ArrowUpIcon, EyeIcon, EyeOffIcon, ImageIcon, TrashIcon } from '#app/ui/icons.tsx'
import { Link } from '#app/ui/link.tsx'
import { MoreIcon, PencilIcon, TagIcon } from '#app/ui/office-icons.tsx'
import { MenuButton, Popover } from '#app/ui/popover.tsx'
import type { CategoryResponse } from '#contract/catalogue-forms.ts'
import { ListHeading, useEditedRow } from '../form-sheet.tsx'
import { ListFrame } from '../list-frame.tsx'
import { May } from '../office-rights.tsx'
import type { Route } from './+types/categories-page.ts'
import { CategoryForm } from './category-form.tsx'

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: 'Categories', hidden: true })
}

/** The shelves of the shop: their names, pictures and order, and where customers are led to them. */
export default function CategoriesPage() {
  const list = useFetch<CategoryResponse[]>('/api/categories')
  const [ending, setEnding] = useState<CategoryResponse | null>(null)
  const edited = useEditedRow(list)
  return (
    <div className="grid max-w-4xl gap-5">
      <ListHeading title="Categories" add="Add category" />
      <p className="max-w-prose text-muted-foreground">
        The shop, its footer and the home page follow this order at once. A category without products, or a
        hidden one, is linked nowhere.
      </p>
      <ListFrame
        label="Categories"
        list={list}
        failed="The categories could not be loaded"
        empty={
          <EmptyState
            icon={TagIcon}
            title="No categories yet"
            action={<ButtonLink to="?edit=new">Add your first category</ButtonLink>}
          >
            A product needs one.
          </EmptyState>
        }
      >
        {(categories) => <CategoryList categories={categories} list={list} onEnd={setEnding} />}
      </ListFrame>
      {edited.isOpen && (
        <CategoryForm
          {...edited.form}
          key={edited.form.key}
          category={edited.row}
          tiles={(list.data ?? []).filter(({ home_place }) => home_place !== null).length}
        />
      )}
      {ending && (
        <EndDialog
          category={ending}
          others={(list.data ?? []).filter(({ id }) => id !== ending.id)}
          onChanged={list.refetch}
          onClose={() => setEnding(null)}
        />
      )}
    </div>
  )
}

type CategoryListProps = {
  categories: CategoryResponse[]
  list: Fetched<CategoryResponse[]>
  onEnd: (category: CategoryResponse) => void
}

function CategoryList({ categories, list, onEnd }: CategoryListProps) {
  const { move, hide } = useChanges(categories, list)
  return (
    <ol className="grid gap-3">
      {categories.map((category, place) => (
        <CategoryRow
          key={category.id}
          category={category}
          onUp={place > 0 ? () => move(place, -1) : undefined}
          onDown={place < categories.length - 1 ? () => move(place, 1) : undefined}
          onHide={() => void hide(category)}
          onEnd={() => onEnd(category)}
        />
      ))}
    </ol>
  )
}

/** Sorting and hiding, right in the list. */
function useChanges(categories: CategoryResponse[], list: Fetched<CategoryResponse[]>) {
  const { submit } = useSubmit()
  const onFailure = ({ status }: ApiProblem) => {
    // Somebody else was quicker: the list is what is wrong.
    if (status === 404 || status === 409) list.refetch()
  }
  const move = (place: number, by: 1 | -1) => {
    const moved = categories[place]
    if (!moved) return
    const order = categories.toSpliced(place, 1).toSpliced(place + by, 0, moved)
    const [ids, seen] = [order, categories].map((each) => each.map(({ id }) => id))
    void submit({ failed: 'The order was not saved', onFailure }, async () => {
      list.replace(await api.post<CategoryResponse[]>('/api/categories/order', { body: { ids, seen } }))
      return undefined
    })
  }
  const hide = ({ id, name, hidden, updated_at }: CategoryResponse) =>
    submit({ failed: 'The category was not changed', onFailure }, async () => {
      const form = new FormData()
      form.append('id', String(id))
      form.append('hidden', hidden ? '0' : '1')
      form.append('expected', updated_at)
      const changed = await upload<CategoryResponse>('PUT', '/api/categories', form)
      list.replace(categories.map((category) => (category.id === id ? changed : category)))
      return { title: hidden ? `${name} is shown again` : `${name} is hidden` }
    })
  return { move, hide }
}

type CategoryRowProps = {
  category: CategoryResponse
  onUp: (() => void) | undefined
  onDown: (() => void) | undefined
  onHide: () => void
  onEnd: () => void
}

function CategoryRow({ category, onUp, onDown, onHide, onEnd }: CategoryRowProps) {
  const { id, name, heading, hidden } = category
  return (
    <li
      className={classNames(
        'flex flex-wrap items-center gap-x-4 gap-y-3 rounded-card border border-border p-3',
        hidden ? 'border-dashed' : 'bg-card',
      )}
    >
      <Thumbnail category={category} />
      <div className="grid min-w-40 flex-1 gap-1">
        <h2 className="font-sans text-base font-semibold tracking-normal wrap-anywhere">{name}</h2>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted-foreground">
          {heading !== name && <span className="wrap-anywhere">{heading}</span>}
          <ProductCount category={category} />
          <Places category={category} />
        </p>
      </div>
      <span className="flex flex-none max-sm:w-full max-sm:justify-end">
        <IconButton label={`Move ${name} up`} disabled={!onUp} onClick={onUp}>
          <ArrowUpIcon size={20} />
        </IconButton>
        <IconButton label={`Move ${name} down`} disabled={!onDown} onClick={onDown}>
          <ArrowDownIcon size={20} />
        </IconButton>
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
        <Popover
          label={`More for ${name}`}
          button={(tie) => (
            <IconButton label={`More for ${name}`} {...tie}>
              <MoreIcon />
            </IconButton>
          )}
        >
          <MenuButton onClick={onHide}>
            {hidden ? <EyeIcon size={20} /> : <EyeOffIcon size={20} />}
            {hidden ? 'Show' : 'Hide'}
          </MenuButton>
          <May right="deletion">
            <MenuButton onClick={onEnd}>
              <TrashIcon size={20} />
              Merge or delete
            </MenuButton>
          </May>
        </Popover>
      </span>
    </li>
  )
}

function Thumbnail({ category: { picture, focus_x, focus_y } }: { category: CategoryResponse }) {
  const shape = 'size-16 flex-none rounded-control bg-muted'
  if (picture === null) {
    return (
      <span className={`${shape} grid place-items-center text-muted-foreground`}>
        <ImageIcon />
      </span>
    )
  }
  return (
    <img
      src={picture.replace(/\/\d+\.webp$/, thumbnailOf)}
      alt=""
      style={{ objectPosition: `${focus_x}% ${focus_y}%` }}
      className={`${shape} object-cover`}
    />
  )
}

/** Every picture has a file of this width, unless it is smaller itself. */
function thumbnailOf(file: string): string {
  return Number(/\d+/.exec(file)?.[0]) > 160 ? '/160.webp' : file
}

function ProductCount({ category: { slug, products } }: { category: CategoryResponse }) {
  if (products === 0) return <span>No products</span>
  const count = products >= 1_000 ? 'More than 1000' : String(products)
  return (
    <Link
      to={`/admin/products?${new URLSearchParams({ category: slug })}`}
      className="flex min-h-11 items-center text-link underline underline-offset-3 md:min-h-6"
    >
      {count} {products === 1 ? 'product' : 'products'}
    </Link>
  )
}

function Places({
  category: { hidden, home_place: place, in_footer: isInFooter },
}: {
  category: CategoryResponse
}) {
  if (hidden) return <Badge icon={EyeOffIcon}>Hidden</Badge>
  return (
    <>
      {place !== null && <Badge tone="clay">Home page, place {place}</Badge>}
      {isInFooter && <Badge>Footer</Badge>}
    </>
  )
}

type EndDialogProps = {
  category: CategoryResponse
  others: readonly CategoryResponse[]
  onChanged: () => void
  onClose: () => void
}

/** A category ends by being merged into another; an empty one may simply go. */
function EndDialog({ category, others, onChanged, onClose }: EndDialogProps) {
  const { id, name, products, updated_at: expected } = category
  const { submit, isBusy } = useSubmit()
  const [into, setInto] = useState('')
  const [error, setError] = useState<string>()
  const target = others.find((other) => String(other.id) === into)
  const end = () => {
    if (products > 0 && !target) return setError('Please choose where its products go')
    const onFailure = ({ status }: ApiProblem) => {
      // Changed or filled meanwhile: the list is asked for what is true now.
      if (status === 404 || status === 409) onChanged()
    }
    void submit({ failed: `${name} was not deleted`, onFailure }, async () => {
      if (target) await api.post(`/api/categories/${id}/merge`, { body: { into: target.id, expected } })
      else await api.delete(`/api/categories/${id}?${new URLSearchParams({ expected })}`)
      onChanged()
      onClose()
      return { title: target ? `${name} is now part of ${target.name}` : `${name} is deleted` }
    })
  }
  return (
    <Dialog
      open
      onClose={onClose}
      mayClose={() => !isBusy}
      title={products > 0 ? `Merge ${name} into another category` : `Delete ${name}?`}
      actions={
        <>
          <Button variant="secondary" data-first-focus="" disabled={isBusy} onClick={onClose}>
            Cancel
          </Button>
          <Button variant="destructive" busy={isBusy} onClick={end}>
            {target || products > 0 ? 'Merge' : 'Delete'}
          </Button>
        </>
      }
    >
      <p>{inWords(products)}</p>
      <SelectField
        label={products > 0 ? 'Its products and links go to' : 'Its links lead to'}
        value={into}
        error={error}
        placeholder={products > 0 ? 'Choose a category' : 'Nowhere'}
        options={others.map((other) => ({ value: String(other.id), label: other.name }))}
        onChange={({ target: { value } }) => {
          setInto(value)
          setError(undefined)
        }}
      />
    </Dialog>
  )
}

function inWords(products: number): string {
  if (products === 0) return 'It has no products. This cannot be undone.'
  const which = products === 1 ? '1 product is' : `${products >= 1_000 ? 'Many' : products} products are`
  return `${which} in it. Hidden products go along. This cannot be undone.`
}
