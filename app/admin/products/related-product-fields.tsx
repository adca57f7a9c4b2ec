import { Badge } from '#app/ui/badge.tsx'
import { QuantityStepper } from '#app/ui/quantity-stepper.tsx'
import { Switch } from '#app/ui/switch.tsx'
import type { ProductResponse } from '#contract/catalogue.ts'
import { formatCedis } from '#rules/money.ts'
import { mostGoesWith } from '#rules/product-fields.ts'
import { mostOfAPart, mostParts } from '#rules/sets.ts'
import { ChosenProducts, ProductCombobox } from '../product-combobox.tsx'

export type FormPart = NonNullable<ProductResponse['set_parts']>[number]

type SetFieldsProps = {
  id: string
  name: string
  error: string | undefined
  /** The product that is edited; null for a new one. */
  product: ProductResponse | null
  parts: readonly FormPart[]
  onChange: (parts: readonly FormPart[]) => void
}

/** What makes a product a set of others, and how many of each are in it. */
export function SetFields({ product, parts, onChange, ...field }: SetFieldsProps) {
  const alone = parts.reduce((sum, { price, quantity }) => sum + price * quantity, 0)
  return (
    <section aria-label="Set" className="grid gap-5 rounded-card border border-border p-4">
      <div className="grid gap-1">
        <h3 className="text-sm">Set</h3>
        <p className="text-sm text-muted-foreground">
          Several products for one price. A set has no stock of its own: it can be bought as long as its parts
          are there.
        </p>
      </div>
      {parts.length < mostParts && (
        <ProductCombobox
          {...field}
          label="Add a product to the set"
          optional
          among="office"
          chosen={parts.map(({ product_id: id }) => ({ id }))}
          isNone={({ id, set_parts }) => id === product?.id || set_parts !== undefined}
          onChoose={({ id, name, price, hidden = false }) => {
            onChange([...parts, { product_id: id, name, price, quantity: 1, is_sold: !hidden }])
            return true
          }}
        />
      )}
      {parts.length > 0 && (
        <div className="grid gap-2">
          <ChosenProducts
            fieldId={field.id}
            label="In this set"
            products={parts}
            detail={({ price, is_sold }) => (
              <>
                {formatCedis(price)} {!is_sold && <Badge>Not sold: the set is not either</Badge>}
              </>
            )}
            control={(part, change) => (
              <QuantityStepper
                itemName={part.name}
                value={part.quantity}
                max={mostOfAPart}
                limitText={`At most ${mostOfAPart}`}
                onChange={(quantity) => change({ quantity })}
              />
            )}
            removeLabel={(each) => `Take ${each} out of the set`}
            onChange={onChange}
          />
          <p className="text-sm text-muted-foreground">Bought one by one: {formatCedis(alone)}</p>
        </div>
      )}
    </section>
  )
}

export type FormCompanion = NonNullable<ProductResponse['goes_with']>[number]

type GoesWithFieldsProps = {
  id: string
  name: string
  error: string | undefined
  /** The product that is edited; null for a new one. */
  product: ProductResponse | null
  chosen: readonly FormCompanion[]
  isWithBought: boolean
  onChange: (chosen: readonly FormCompanion[]) => void
}

/** What the page of a product offers besides it: what the owner chose first, then what was bought with it. */
export function GoesWithFields({ product, chosen, isWithBought, onChange, ...field }: GoesWithFieldsProps) {
  return (
    <section aria-label="Goes well with" className="grid gap-5 rounded-card border border-border p-4">
      <div className="grid gap-1">
        <h3 className="text-sm">Goes well with</h3>
        <p className="text-sm text-muted-foreground">
          Shown on the page of the product. What you choose comes first.
        </p>
      </div>
      {chosen.length < mostGoesWith && (
        <ProductCombobox
          {...field}
          label="Add a product that goes with it"
          optional
          among="office"
          chosen={chosen.map(({ product_id: id }) => ({ id }))}
          isNone={({ id }) => id === product?.id}
          onChoose={({ id, name, hidden = false }) => {
            onChange([...chosen, { product_id: id, name, hidden }])
            return true
          }}
        />
      )}
      <ChosenProducts
        fieldId={field.id}
        products={chosen}
        detail={({ hidden }) => hidden && <Badge>Hidden: customers do not see it</Badge>}
        removeLabel={(each) => `Do not offer ${each}`}
        onChange={onChange}
      />
      <Switch
        name="goes_with_bought"
        label="Also what customers bought with it"
        help="Counted every night"
        defaultChecked={isWithBought}
      />
    </section>
  )
}
