import { Example } from './example.tsx'

const colours = [
  'background',
  'card',
  'raised',
  'muted',
  'border',
  'input',
  'foreground',
  'muted-foreground',
  'primary',
  'terracotta',
  'link',
  'accent',
  'hibiscus',
  'leaf',
  'success',
  'gold',
  'warning',
  'star',
  'destructive',
  'indigo',
  'whatsapp',
  'deliver',
] as const

export function ColoursAndType() {
  return (
    <>
      <Example title="Colours">
        <ul className="grid gap-2" style={{ gridTemplateColumns: 'repeat(auto-fill, minmax(7rem, 1fr))' }}>
          {colours.map((name) => (
            <li key={name} className="grid gap-1 text-xs">
              <span
                className="min-h-11 rounded-control border border-border"
                style={{ background: `var(--${name})` }}
              />
              {name}
            </li>
          ))}
        </ul>
      </Example>
      <Example title="Type">
        <p className="font-serif text-primary" style={{ font: '500 var(--h1) / var(--h1-line) Fraunces' }}>
          Skin that glows, Ɔdɔ
        </p>
        <p className="font-serif text-primary" style={{ font: '500 var(--h2) / var(--h2-line) Fraunces' }}>
          Shop By Category, Ɛyɛ fɛ
        </p>
        <h3>Card heading in Onest, Kɔforidua, Ŋutsu</h3>
        <p className="text-lg">Lead: shea butter from the north, café au lait, 24 × 50 ml – “gentle”.</p>
        <p>Body: Ama Serwaa ordered two jars for Ghs 290.00 and pays the rider.</p>
        <p className="text-sm text-muted-foreground">Helper: for the rider and order updates only.</p>
        <p className="text-xs text-muted-foreground tabular-nums">Meta: 0123456789, 1111111111</p>
        <p>
          <a href="#type" className="text-link underline underline-offset-3">
            A link in a sentence
          </a>
        </p>
      </Example>
    </>
  )
}
