import { type ESTree, parseSync, Visitor } from 'vite'

const provingNothing = new Set(['skip', 'todo', 'fixme', 'fails', 'describe', 'step', 'use'])

/** A test that really runs: its title exactly as written between the quotes, and whether `npm test` leaves it to `npm run faults`. */
export type ListedTest = { title: string; isLeftToFaults: boolean }

/** In a browser test, and in one of the server. */
const faultsTag = /\btag: '@faults'|\btags: 'faults'/

export function listTests(path: string, source: string): ListedTest[] {
  const tests: ListedTest[] = []
  new Visitor({
    CallExpression: ({ callee, arguments: [title, details] }) => {
      if (!title || !isTestCall(callee)) return
      const isTagged = details?.type === 'ObjectExpression' && faultsTag.test(textOf(details))
      const add = (text: string) => tests.push({ title: text, isLeftToFaults: isTagged })
      if (title.type === 'Literal' && typeof title.value === 'string') add(title.value)
      if (title.type === 'TemplateLiteral') add(textOf(title).slice(1, -1))
    },
  }).visit(parseSync(path, source).program)
  return tests

  function textOf({ start, end }: { start: number; end: number }): string {
    return source.slice(start, end)
  }
}

/** test(…), test.each(…)(…) and their like. */
function isTestCall(node: ESTree.Expression): boolean {
  if (node.type === 'Identifier') return node.name === 'test'
  if (node.type === 'CallExpression') return isTestCall(node.callee)
  if (node.type === 'TaggedTemplateExpression') return isTestCall(node.tag)
  if (node.type !== 'MemberExpression' || node.property.type !== 'Identifier') return false
  return !provingNothing.has(node.property.name) && isTestCall(node.object)
}
