import { type ESTree, parseSync, Visitor } from 'vite'

const provingNothing = new Set(['skip', 'todo', 'fixme', 'fails', 'describe', 'step', 'use'])

/** The titles of the tests that really run in a file, exactly as written between their quotes. */
export function listTestTitles(path: string, source: string): string[] {
  const titles: string[] = []
  new Visitor({
    CallExpression: ({ callee, arguments: [title] }) => {
      if (!title || !isTestCall(callee)) return
      if (title.type === 'Literal' && typeof title.value === 'string') titles.push(title.value)
      if (title.type === 'TemplateLiteral') titles.push(source.slice(title.start + 1, title.end - 1))
    },
  }).visit(parseSync(path, source).program)
  return titles
}

/** test(…), test.each(…)(…) and their like. */
function isTestCall(node: ESTree.Expression): boolean {
  if (node.type === 'Identifier') return node.name === 'test'
  if (node.type === 'CallExpression') return isTestCall(node.callee)
  if (node.type === 'TaggedTemplateExpression') return isTestCall(node.tag)
  if (node.type !== 'MemberExpression' || node.property.type !== 'Identifier') return false
  return !provingNothing.has(node.property.name) && isTestCall(node.object)
}
