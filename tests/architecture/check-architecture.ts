import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkLayers } from './check-layers.ts'
import { checkCycles } from './cycles.ts'
import { checkFileName, checkPageNames } from './file-names.ts'
import { checkPurity } from './purity.ts'
import { readSourceFile, type SourceFile } from './source-file.ts'

/** Everything in which these files break the rules of the architecture, each as a sentence that says what to do. */
export function checkArchitecture(files: SourceFile[]): string[] {
  const laws = [checkLayers, checkPurity, checkFileName, checkPageNames]
  return [
    ...files.flatMap(({ path, problem }) => (problem ? [`${path} cannot be read: ${problem}.`] : [])),
    ...files.flatMap((file) => laws.flatMap((law) => law(file))),
    ...checkCycles(files),
  ].sort()
}

/** All TypeScript of the project: what git keeps, and what is new and not ignored. */
export function readSources(root: string): SourceFile[] {
  // A checkout may belong to another user than the one who runs the checks; git then wants to be told that it is safe.
  const ask = [
    '-c',
    'safe.directory=*',
    'ls-files',
    '-z',
    '--cached',
    '--others',
    '--exclude-standard',
    '*.ts',
    '*.tsx',
  ]
  const paths = execFileSync('git', ask, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 }).split('\0')
  return paths
    .filter((path) => path !== '' && existsSync(join(root, path)))
    .map((path) => readSourceFile(path, readFileSync(join(root, path), 'utf8')))
}

/** What the checks say about files that exist only in a test. */
export function complaints(files: Record<string, string>): string[] {
  return checkArchitecture(Object.entries(files).map(([path, source]) => readSourceFile(path, source)))
}
