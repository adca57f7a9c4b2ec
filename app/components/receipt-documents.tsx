import { type ReactNode, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import type { ReceiptsResponse } from '#contract/receipts.ts'
import { formatDate } from '#rules/dates.ts'
import { formatCedis } from '#rules/money.ts'
import { documentNote, documentNumber, documentTitles, showRate } from '#rules/receipts.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { Amount, Amounts } from './order-lines.tsx'
import './receipt.css'

export type ShownDocument = ReceiptsResponse['documents'][number]

/** The newest one in full, those before it folded up. */
export function ReceiptDocuments({ documents }: { documents: readonly ShownDocument[] }) {
  const { print, printed } = usePrint()
  return (
    <div className="grid grid-cols-1 gap-4">
      {documents.map((document, place) =>
        place === 0 ? (
          <DocumentCard key={document.number} document={document} onPrint={print} />
        ) : (
          <details key={document.number}>
            <summary className="min-h-11 cursor-pointer py-2.5 font-semibold">
              {titleOf(document)}, {formatDate(new Date(document.issued_at))}
            </summary>
            <DocumentCard document={document} onPrint={print} />
          </details>
        ),
      )}
      {printed}
    </div>
  )
}

type DocumentCardProps = { document: ShownDocument; onPrint(document: ShownDocument): void }

function DocumentCard({ document, onPrint }: DocumentCardProps) {
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="rounded-card border border-border bg-card p-4 sm:p-6">
        <ReceiptPaper document={document} />
      </div>
      <div className="flex flex-wrap gap-2">
        <a href={document.file} download className={buttonClass({ variant: 'secondary' })}>
          Save PDF<span className="sr-only"> of {titleOf(document)}</span>
        </a>
        <Button variant="secondary" onClick={() => onPrint(document)}>
          Print<span className="sr-only"> {titleOf(document)}</span>
        </Button>
      </div>
    </div>
  )
}

function titleOf({ kind, number }: ShownDocument): string {
  return `${documentTitles[kind]} ${documentNumber(number)}`
}

/** Black on white, beside the page. */
function usePrint() {
  const [document, setDocument] = useState<ShownDocument | null>(null)
  useEffect(() => {
    if (document === null) return
    const done = () => setDocument(null)
    window.addEventListener('afterprint', done)
    // One moment for the browser to lay it out.
    const soon = requestAnimationFrame(() => window.print())
    return () => {
      window.removeEventListener('afterprint', done)
      cancelAnimationFrame(soon)
    }
  }, [document])
  return {
    print: setDocument,
    printed:
      document &&
      createPortal(
        <div data-printed-receipt="">
          <ReceiptPaper document={document} />
        </div>,
        window.document.body,
      ),
  }
}

/** The document itself, on the page and on paper. */
function ReceiptPaper({ document }: { document: ShownDocument }) {
  const { kind, number, refers_to, issued_at, seller, customer, contents } = document
  const money = (cedis: number) => formatCedis(kind === 'credit_note' && cedis !== 0 ? -cedis : cedis)
  return (
    <article aria-label={titleOf(document)} className="grid grid-cols-1 gap-5">
      <header className="flex flex-wrap justify-between gap-x-8 gap-y-4">
        <div className="min-w-0 wrap-anywhere">
          <p className="text-lg font-semibold">{seller.name}</p>
          {seller.address && <p className="whitespace-pre-line">{seller.address}</p>}
          {seller.tin && <p>TIN {seller.tin}</p>}
        </div>
        <div className="sm:text-right">
          <p className="text-lg font-semibold">{documentTitles[kind]}</p>
          <p>No. {documentNumber(number)}</p>
          <p>
            <time dateTime={issued_at}>{formatDate(new Date(issued_at))}</time>
          </p>
          <p>
            Order #{contents.order_id} · {contents.tracking_code}
          </p>
        </div>
      </header>
      <address className="wrap-anywhere not-italic">
        <span className="block text-sm text-muted-foreground">For</span>
        <strong className="font-semibold">{customer.name}</strong>
        {customer.phone && <span className="block">{customer.phone}</span>}
        {customer.address && <span className="block">{customer.address}</span>}
      </address>
      <ul className="divide-y divide-border border-y border-border">
        {contents.lines.map(({ name, quantity, price, amount }) => (
          <li key={name} className="flex items-baseline justify-between gap-4 py-2">
            <span className="min-w-0">
              <span className="block wrap-anywhere">{name}</span>
              <span className="text-sm text-muted-foreground tabular-nums">
                {quantity} × {formatCedis(price)}
              </span>
            </span>
            <span className="whitespace-nowrap tabular-nums">{money(amount)}</span>
          </li>
        ))}
      </ul>
      <Amounts>
        {contents.extras.map(({ label, amount }) => (
          <Amount key={label} label={label}>
            {money(amount)}
          </Amount>
        ))}
        <Amount label="Total" isTotal>
          {money(contents.total)}
        </Amount>
      </Amounts>
      {contents.taxes.length > 0 && <Contained contents={contents} money={money} />}
      <p>{documentNote(kind, refers_to)}</p>
    </article>
  )
}

type ContainedProps = { contents: ShownDocument['contents']; money(cedis: number): ReactNode }

function Contained({ contents: { net, taxes }, money }: ContainedProps) {
  return (
    <div>
      <p className="mb-1 text-sm text-muted-foreground">The total contains</p>
      <Amounts>
        <Amount label="Value without taxes">{money(net)}</Amount>
        {taxes.map(({ name, rate, amount }) => (
          <Amount key={name} label={`${name} ${showRate(rate)}`}>
            {money(amount)}
          </Amount>
        ))}
      </Amounts>
    </div>
  )
}
