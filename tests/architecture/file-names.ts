import { Visitor } from 'vite'
import type { SourceFile } from './source-file.ts'

const emptyWords = new Set(['util', 'utils', 'helper', 'helpers', 'common', 'misc'])

/** A name says what is inside; these names say nothing. */
export function checkFileName({ path }: SourceFile): string[] {
  return path.split('/').flatMap((part) => {
    const [name = ''] = part.split('.')
    const empty = name === 'index' ? name : name.split('-').find((word) => emptyWords.has(word))
    return empty ? [`${path} is called "${empty}", which says nothing. Name it after what it does.`] : []
  })
}

/** The table of addresses leads to pages and the layouts around them, and both can be told by their names. */
export function checkPageNames({ path, program, lineAt }: SourceFile): string[] {
  if (path !== 'app/routes.ts') return []
  const complaints: string[] = []
  new Visitor({
    CallExpression: (node) => {
      const kind = node.callee.type === 'Identifier' && node.callee.name === 'layout' ? 'layout' : 'page'
      for (const argument of node.arguments) {
        if (argument.type !== 'Literal' || typeof argument.value !== 'string') continue
        if (!/\.[jt]sx?$/.test(argument.value) || argument.value.endsWith(`-${kind}.tsx`)) continue
        const line = lineAt(argument.start)
        complaints.push(
          `${path}:${line} leads to ${argument.value}. Let the name of a ${kind} end in -${kind}.tsx.`,
        )
      }
    },
  }).visit(program)
  return complaints
}
