import { posix } from 'node:path'
import { type ESTree, parseSync, Visitor } from 'vite'

export type SourceFile = {
  path: string
  program: ESTree.Program
  imports: Import[]
  /** Why the file could not be read, if it could not. */
  problem: string | undefined
  lineAt: (offset: number) => number
}

export type Import = {
  /** A path from the root of the project, or a package as written, or nothing where only running it would tell. */
  target: { file: string } | { package: string } | undefined
  names: string[]
  onlyTypes: boolean
  isDynamic: boolean
  line: number
}

export function readSourceFile(path: string, source: string): SourceFile {
  const { program, errors } = parseSync(path, source)
  const lineAt = (offset: number) => source.slice(0, offset).split('\n').length
  return { path, program, imports: listImports(path, program, lineAt), problem: errors[0]?.message, lineAt }
}

function listImports(path: string, program: ESTree.Program, lineAt: (offset: number) => number): Import[] {
  const imports: Import[] = []
  const add = (node: ESTree.Span, from: string | undefined, found: Partial<Import> = {}) =>
    imports.push({
      target: from === undefined ? undefined : targetOf(path, from),
      names: ['*'],
      onlyTypes: false,
      isDynamic: false,
      line: lineAt(node.start),
      ...found,
    })

  new Visitor({
    ImportDeclaration: (node) =>
      void add(node, node.source.value, {
        names: node.specifiers.map((one) => (one.type === 'ImportSpecifier' ? nameOf(one.imported) : '*')),
        onlyTypes: node.importKind === 'type',
      }),
    ExportNamedDeclaration: (node) =>
      node.source &&
      add(node, node.source.value, {
        names: node.specifiers.map((one) => nameOf(one.local)),
        onlyTypes: node.exportKind === 'type',
      }),
    ExportAllDeclaration: (node) =>
      void add(node, node.source.value, { onlyTypes: node.exportKind === 'type' }),
    TSImportType: (node) =>
      void add(node, node.source.value, {
        names: [node.qualifier?.type === 'Identifier' ? node.qualifier.name : '*'],
        onlyTypes: true,
      }),
    TSExternalModuleReference: (node) => void add(node, node.expression.value),
    ImportExpression: (node) => void add(node, plainText(node.source), { isDynamic: true }),
    CallExpression: (node) => {
      if (isNamed(node.callee, 'require')) add(node, plainText(node.arguments[0]))
      if (isGlobImport(node.callee) && !isForPictures(node.arguments[0]))
        add(node, undefined, { isDynamic: true })
    },
  }).visit(program)
  return imports
}

function targetOf(path: string, from: string): Import['target'] {
  const [address = ''] = from.split('?')
  if (address.startsWith('.')) return { file: posix.join(posix.dirname(path), address) }
  if (address.startsWith('#')) return { file: address.slice(1) }
  if (address.startsWith('/')) return { file: address.slice(1) }
  return { package: address }
}

function nameOf(node: ESTree.ModuleExportName): string {
  return node.type === 'Literal' ? node.value : node.name
}

function plainText(node: ESTree.Node | undefined): string | undefined {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node?.type === 'TemplateLiteral' && node.quasis.length === 1)
    return node.quasis[0]?.value.cooked ?? undefined
  return undefined
}

function isNamed(node: ESTree.Node, name: string): boolean {
  return node.type === 'Identifier' && node.name === name
}

function isGlobImport(node: ESTree.Node): boolean {
  return (
    node.type === 'MemberExpression' && node.object.type === 'MetaProperty' && isNamed(node.property, 'glob')
  )
}

/** Pictures hold no code, so a list of their addresses can hide no circle. */
function isForPictures(pattern: ESTree.Node | undefined): boolean {
  return /^\.\/[\w/*-]+\.(?:avif|webp|\{avif,webp\})$/.test(plainText(pattern) ?? '')
}
