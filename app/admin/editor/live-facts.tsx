import { type Editor, Node } from '@tiptap/react'
import { PlusIcon } from '#app/ui/icons.tsx'
import { type LiveFact, liveFactLabels, liveFacts, liveFactToken } from '#rules/page-texts.ts'

const chip = 'rounded-full bg-accent px-2 py-0.5 text-sm font-semibold text-link'

/** A live fact inside a sentence: one piece, which can be moved and deleted but not mistyped. */
export const LiveFactNode = Node.create({
  name: 'liveFact',
  group: 'inline',
  inline: true,
  atom: true,
  addAttributes: () => ({
    fact: {
      parseHTML: (element: HTMLElement) => element.getAttribute('data-fact'),
      renderHTML: ({ fact }: { fact: string }) => ({ 'data-fact': fact }),
    },
  }),
  parseHTML: () => [{ tag: 'span[data-fact]' }],
  renderHTML: ({ node, HTMLAttributes }) => [
    'span',
    { ...HTMLAttributes, class: chip },
    labelOf(node.attrs.fact),
  ],
})

/** The table of fees stands between paragraphs. */
export const FeesTableNode = Node.create({
  name: 'feesTable',
  group: 'block',
  atom: true,
  parseHTML: () => [{ tag: 'div[data-fact]' }],
  renderHTML: () => [
    'div',
    { 'data-fact': 'fees_table', class: 'rounded-control bg-accent p-3 text-center font-semibold text-link' },
    labelOf('fees_table'),
  ],
})

/** A table or a figure stays in the text as it is; it is changed in the HTML tab. */
export const KeptTableNode = Node.create({
  name: 'keptTable',
  group: 'block',
  atom: true,
  addAttributes: () => ({
    html: { parseHTML: (element: HTMLElement) => element.outerHTML, rendered: false },
  }),
  parseHTML: () => [{ tag: 'table' }, { tag: 'figure' }],
  renderHTML: ({ node }) => {
    const template = document.createElement('template')
    template.innerHTML = String(node.attrs.html)
    return template.content.firstElementChild ?? ['p']
  },
})

function labelOf(fact: unknown): string {
  return liveFactLabels[liveFacts.find((known) => known === fact) ?? 'shop_name']
}

const tokens = /\{\{(shop_name|phone|hours)\}\}/

/** Stored texts name live facts as {{phone}}; the editor shows each as one piece. */
export function showLiveFacts(content: DocumentFragment): void {
  for (const paragraph of content.querySelectorAll('p')) {
    if (paragraph.textContent?.trim() !== liveFactToken('fees_table')) continue
    const table = document.createElement('div')
    table.dataset.fact = 'fees_table'
    paragraph.replaceWith(table)
  }
  const walker = document.createTreeWalker(content, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  while (walker.nextNode()) if (walker.currentNode instanceof Text) texts.push(walker.currentNode)
  for (const text of texts) text.replaceWith(...piecesOf(text.data))
}

function piecesOf(text: string): (string | HTMLElement)[] {
  return text.split(new RegExp(tokens, 'g')).map((piece, place) => {
    if (place % 2 === 0) return piece
    const fact = document.createElement('span')
    fact.dataset.fact = piece
    return fact
  })
}

/** The way back: what is stored has no pieces of the editor in it. */
export function fromEditor(html: string): string {
  return html
    .replaceAll(/<div data-fact="fees_table"[^>]*>[^<]*<\/div>/g, `<p>${liveFactToken('fees_table')}</p>`)
    .replaceAll(/<span data-fact="(\w+)"[^>]*>[^<]*<\/span>/g, '{{$1}}')
}

export function LiveFactButtons({ editor }: { editor: Editor }) {
  return (
    <fieldset
      aria-label="Facts that the shop fills in"
      className="flex flex-wrap gap-1 border-b border-border p-1"
    >
      {liveFacts.map((fact) => (
        <button
          key={fact}
          type="button"
          className="inline-flex min-h-11 items-center gap-1 rounded-control px-2 text-sm font-medium text-link hover:bg-muted"
          // The selection stays in the text.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => insertFact(editor, fact)}
        >
          <PlusIcon size={16} />
          {liveFactLabels[fact]}
        </button>
      ))}
    </fieldset>
  )
}

function insertFact(editor: Editor, fact: LiveFact): void {
  const piece = fact === 'fees_table' ? { type: 'feesTable' } : { type: 'liveFact', attrs: { fact } }
  editor.chain().focus().insertContent(piece).run()
}
