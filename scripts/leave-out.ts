import type { Plugin } from 'vite'
import type { Cut } from './fewer-lines.ts'
import { reactCuts } from './lean-react.ts'
import { routerCuts } from './lean-router.ts'

/** Words for a developer at his own machine. */
const advice: readonly Cut[] = [
  [/\b(?:warning|warnOnce|warningOnce)\(.*\);$/gm, ';'],
  [/\b((?:UNSAFE_)?invariant)\((.*), (?:"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`)\);$/gm, '$1($2);'],
]

/** Leaves out of the visitors' scripts what the framework can do and this shop never asks of it. */
export function leaveOut(): Plugin {
  return {
    name: 'leave-out',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: { id: /\/react-router\/dist\/production\/lib\/|\/react-dom-client\.production\.js/ },
      handler: (code, id) =>
        id.includes('/react-dom/') ? withoutUnusedReact(code) : withoutUnusedRouter(code, id),
    },
  }
}

export function withoutUnusedRouter(code: string, path: string): string {
  const file = path.replace(/^.*\/production\/lib\//, '')
  const cuts = routerCuts.flatMap((each) => each[file] ?? [])
  const left = cut(code, cuts, file, 'react-router v8.4.0')
  return advice.reduce((before, [find, instead]) => before.replaceAll(find, instead), left)
}

export function withoutUnusedReact(code: string): string {
  return cut(code, reactCuts, 'react-dom', '"19.3.1"')
}

/** The cuts are made for one version; another one fails the build until somebody has looked again. */
function cut(code: string, cuts: readonly Cut[], file: string, version: string): string {
  if (!code.includes(version)) throw new Error(`${file} is not of ${version}: look through scripts/lean-*.ts`)
  return cuts.reduce((before, [find, instead]) => {
    const after = before.replaceAll(typeof find === 'string' ? find : anywhere(find), () => instead)
    if (after === before) throw new Error(`${file} has no ${String(find)} to leave out`)
    return after
  }, code)
}

function anywhere(find: RegExp): RegExp {
  return find.global ? find : new RegExp(find, `${find.flags}g`)
}
