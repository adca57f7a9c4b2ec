import { Visitor } from 'vite'
import { isIn, isTest } from './layers.ts'
import type { SourceFile } from './source-file.ts'

/** Folders whose code gives the same answer everywhere and always. */
const pureFolders = ['rules', 'contract', 'sample-shop']

/** Folders in which a test must be able to set time and randomness. */
const foldersWithoutClock = [...pureFolders, 'server/features']

const outsideWorld = new Set(
  `process console globalThis fetch window document navigator localStorage sessionStorage crypto performance
  setTimeout setInterval setImmediate`.split(/\s+/),
)

/** Finds code whose answer depends on more than what it is given. */
export function checkPurity({ path, program, lineAt }: SourceFile): string[] {
  if (isTest(path) || !foldersWithoutClock.some((folder) => isIn(folder, path))) return []
  const isPure = pureFolders.some((folder) => isIn(folder, path))
  const complaints: string[] = []
  const complain = (node: { start: number }, what: string, remedy: string) =>
    complaints.push(`${path}:${lineAt(node.start)} uses ${what}. ${remedy}`)
  const time = isPure ? 'Take the time as an argument.' : 'Ask context.clock().'
  const random = isPure ? 'Take the random value as an argument.' : 'Ask context.random.'

  // Words after a dot and names of fields are not the things themselves: order.process is harmless.
  const onlyNames = new Set<number>()
  new Visitor({
    MemberExpression: (node) => {
      if (node.computed || node.property.type !== 'Identifier') return
      onlyNames.add(node.property.start)
      const owner = node.object.type === 'Identifier' ? node.object.name : ''
      if (owner === 'Date' && node.property.name === 'now') complain(node, 'Date.now', time)
      if (owner === 'Math' && node.property.name === 'random') complain(node, 'Math.random', random)
    },
    Property: (node) => void (node.computed || node.shorthand || onlyNames.add(node.key.start)),
    TSPropertySignature: (node) => void (node.computed || onlyNames.add(node.key.start)),
    TSMethodSignature: (node) => void (node.computed || onlyNames.add(node.key.start)),
    NewExpression: (node) => {
      const isDate = node.callee.type === 'Identifier' && node.callee.name === 'Date'
      if (isDate && node.arguments.length === 0) complain(node, 'new Date() without a time', time)
    },
    CallExpression: (node) => {
      if (node.callee.type === 'Identifier' && node.callee.name === 'Date') complain(node, 'Date()', time)
    },
    Identifier: (node) => {
      if (isPure && outsideWorld.has(node.name) && !onlyNames.has(node.start))
        complain(
          node,
          node.name,
          'Nothing here reaches outside: do this in a layer above and pass the result in.',
        )
    },
  }).visit(program)
  return [...new Set(complaints)]
}
