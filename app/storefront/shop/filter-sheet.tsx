import { type FormEvent, useId } from 'react'
import { Form } from 'react-router'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { dialogTrigger } from '#app/ui/dialog-trigger.ts'
import { SlidersIcon } from '#app/ui/icons.tsx'
import { RadioCards } from '#app/ui/radio-cards.tsx'
import { Sheet } from '#app/ui/sheet.tsx'
import { StickyBar } from '#app/ui/sticky-bar.tsx'
import { categoryTitle } from '#rules/categories.ts'
import { productSortLabels, productSorts } from '#rules/product-sorting.ts'
import { OtherChoices } from './search-form.tsx'
import { countChoices, countProducts, type ShopFilter, shopAddress } from './shop-filter.ts'

type FilterSheetProps = { categories: readonly string[]; filter: ShopFilter; total: number }

const sheetId = 'filter-and-sort'

const closeSheet = ({ currentTarget }: FormEvent<HTMLElement>) => currentTarget.closest('dialog')?.close()

/** The phone's way to choose: a button within reach of the thumb, and one page of choices that act together. */
export function FilterSheet({ categories, filter, total }: FilterSheetProps) {
  const form = useId()
  const choices = countChoices(filter)
  return (
    <div className="[@media(scripting:none)]:hidden">
      <StickyBar until="lg">
        <Button variant="secondary" wide {...dialogTrigger(sheetId)}>
          <SlidersIcon size={20} />
          {choices > 0 ? `Filter & Sort (${choices})` : 'Filter & Sort'}
        </Button>
      </StickyBar>
      <Sheet
        id={sheetId}
        title="Filter & Sort"
        closesOnLinks
        footer={
          <>
            <span className="flex-1 text-sm text-muted-foreground">{countProducts(total)}</span>
            <ButtonLink variant="ghost" to={shopAddress(filter, { category: null, sort: 'featured' })}>
              Clear
            </ButtonLink>
            <Button type="submit" form={form}>
              Apply
            </Button>
          </>
        }
      >
        <Form
          key={shopAddress(filter)}
          id={form}
          method="get"
          action="/shop"
          onSubmit={closeSheet}
          className="grid gap-6"
        >
          <OtherChoices q={filter.q} />
          <RadioCards
            label="Category"
            name="category"
            defaultValue={filter.category ?? ''}
            className="grid-cols-2"
            cards={[
              { value: '', title: 'All' },
              ...categories.map((category) => ({ value: category, title: categoryTitle(category) })),
            ]}
          />
          <RadioCards
            label="Sort"
            name="sort"
            defaultValue={filter.sort}
            cards={productSorts.map((value) => ({ value, title: productSortLabels[value] }))}
          />
        </Form>
      </Sheet>
    </div>
  )
}
