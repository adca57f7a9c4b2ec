import { createElement, type ReactNode } from 'react'
import { renderToString } from 'react-dom/server'

const milliseconds = 1_500

/** Answers with the milliseconds of processor that React needs for a page's elements, without anything that decides what they are. */
process.on('message', (html: string) => process.send?.(renderAlone(html)))

function renderAlone(html: string): number {
  const tree = toTree(html)
  for (let n = 0; n < 50; n++) renderToString(tree)
  const [before, start] = [process.cpuUsage(), performance.now()]
  let count = 0
  for (; performance.now() - start < milliseconds; count++) renderToString(tree)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000 / count
}

type Open = { tag: string; attributes: Record<string, string>; children: ReactNode[] }

/** What React has written can be read back by simple rules: every attribute is quoted, every element is closed. Scripts are left out. */
function toTree(html: string): ReactNode {
  const root: Open = { tag: '', attributes: {}, children: [] }
  const open = [root]
  const pieces = html.matchAll(
    /<(script|style|template)\b[\s\S]*?<\/\1>|<\/[\w-]+>|<([\w-]+)((?:\s[^>]*?)?)(\/?)>|[^<]+/gi,
  )
  for (const [piece, , tag, attributes = '', closes] of pieces) {
    const parent = open.at(-1) ?? root
    if (tag !== undefined) {
      const element = { tag, attributes: readAttributes(attributes), children: [] }
      if (closes) parent.children.push(toElement(element, parent))
      else open.push(element)
    } else if (piece.startsWith('</')) {
      const done = open.pop() ?? root
      ;(open.at(-1) ?? root).children.push(toElement(done, parent))
    } else if (!piece.startsWith('<')) parent.children.push(piece)
  }
  return root.children
}

function toElement({ tag, attributes, children }: Open, { children: siblings }: Open): ReactNode {
  return createElement(tag, { ...attributes, key: siblings.length }, ...children)
}

/** As React wants them: a class by its other name, styles left out. */
function readAttributes(text: string): Record<string, string> {
  const found = [...text.matchAll(/([\w:-]+)="([^"]*)"/g)].flatMap(([, name = '', value = '']) =>
    name === 'style' || name.startsWith('on') ? [] : [[name === 'class' ? 'className' : name, value]],
  )
  return Object.fromEntries(found)
}
