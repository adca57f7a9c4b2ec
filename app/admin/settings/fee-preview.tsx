import { Badge } from '#app/ui/badge.tsx'
import type { DeliveryFees } from '#rules/delivery-fee.ts'
import { feesByRegion, mostSpecificFirst } from '#rules/fee-table.ts'
import { formatGhs, fromCedis, type Pesewas } from '#rules/money.ts'
import type { FeeRowForm } from '#rules/settings-fields.ts'

type FeePreviewProps = { rows: FeeRowForm[]; saved: FeeRowForm[] }

/** What every town pays by the table in the fields, and what that changes. Rows that are not finished yet do not count. */
export function FeePreview({ rows, saved }: FeePreviewProps) {
  const regions = compare(rows, saved)
  const changed = regions.filter(({ hasChanged }) => hasChanged).length
  const mixed = regions.filter(({ groups }) => groups.length > 1)
  const alike = groupBy(
    regions.filter(({ groups }) => groups.length === 1),
    ({ elsewhere }) => elsewhere,
  )
  return (
    <div className="grid gap-2">
      <h3 className="text-base">What every town pays</h3>
      <p role="status" className="text-sm text-muted-foreground">
        {changed === 0
          ? 'As saved.'
          : `Your changes touch ${changed === 1 ? '1 region' : `${changed} regions`}. They hold once you save.`}
      </p>
      <dl className="grid gap-x-8 gap-y-4 md:grid-cols-2">
        {mixed.map(({ region, groups, hasChanged }) => (
          <div key={region} className="grid content-start gap-1 border-t border-border pt-3">
            <dt className="flex items-center gap-2 font-semibold">
              {region}
              {hasChanged && <Changed />}
            </dt>
            {groups.map(({ fee, towns }) => (
              <Group key={fee} fee={fee} places={towns.join(', ')} />
            ))}
          </div>
        ))}
        {alike.map(([fee, same]) => (
          <div key={fee} className="grid content-start gap-1 border-t border-border pt-3">
            <dt className="flex items-center gap-2 font-semibold">
              Every town here
              {same.some(({ hasChanged }) => hasChanged) && <Changed />}
            </dt>
            <Group fee={fee} places={same.map(({ region }) => region).join(', ')} />
          </div>
        ))}
      </dl>
    </div>
  )
}

function Changed() {
  return <Badge tone="amber">Changed</Badge>
}

function Group({ fee, places }: { fee: Pesewas; places: string }) {
  return (
    <dd className="flex justify-between gap-4 text-sm">
      <span className="wrap-anywhere">{places}</span>
      <span className="font-semibold whitespace-nowrap tabular-nums">
        {fee === 0 ? 'Free' : formatGhs(fee)}
      </span>
    </dd>
  )
}

function compare(rows: FeeRowForm[], saved: FeeRowForm[]) {
  const before = new Map(feesByRegion(toFees(saved)).map((region) => [region.region, region]))
  return feesByRegion(toFees(rows)).map((region) => {
    const places = [...region.towns, { town: 'any other place', fee: region.elsewhere }]
    const groups = groupBy(places, ({ fee }) => fee).map(([fee, towns]) => ({
      fee,
      towns: towns.map(({ town }) => town),
    }))
    const hasChanged = JSON.stringify(region) !== JSON.stringify(before.get(region.region))
    return { ...region, groups, hasChanged }
  })
}

function groupBy<Thing>(things: readonly Thing[], feeOf: (thing: Thing) => Pesewas): [Pesewas, Thing[]][] {
  const groups = new Map<Pesewas, Thing[]>()
  for (const thing of things) groups.set(feeOf(thing), [...(groups.get(feeOf(thing)) ?? []), thing])
  return [...groups]
}

function toFees(rows: readonly FeeRowForm[]): DeliveryFees {
  const finished = rows.flatMap((row, number) => {
    const fee = fromCedis(row.fee)
    const isNamed = row.region !== null || row.cities.length > 0
    return fee !== null && (isNamed || number === rows.length - 1) ? [{ ...row, fee }] : []
  })
  return mostSpecificFirst(finished)
}
