import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { withoutUnusedReact, withoutUnusedRouter } from './leave-out.ts'

const routerFolder = 'node_modules/react-router/dist/production/lib'
const reactFile = 'node_modules/react-dom/cjs/react-dom-client.production.js'

test('every cut finds what it leaves out, and each file of the router is still a whole script', async () => {
  for (const path of globSync(`${routerFolder}/{*,dom/*,dom-export/*,dom/ssr/*,router/*}.js`)) {
    const left = withoutUnusedRouter(readFileSync(path, 'utf8'), `/${path}`)
    expect(left.length, path).toBeGreaterThan(0)
  }
  const react = readFileSync(reactFile, 'utf8')
  expect(withoutUnusedReact(react).length).toBeLessThan(react.length - 20_000)
})

test('another version of the framework is not cut blindly', () => {
  expect(() => withoutUnusedRouter('/** react-router v8.5.0 */', '/production/lib/hooks.js')).toThrow(
    'v8.4.0',
  )
  expect(() => withoutUnusedReact('exports.version = "19.4.0"')).toThrow('19.3.1')
})

test('a file in which a cut finds nothing stops the build', () => {
  expect(() => withoutUnusedRouter('/** react-router v8.4.0 */', '/production/lib/hooks.js')).toThrow(
    'to leave out',
  )
})

/** Words in a page that would need what was left out. */
const leftOut: Record<string, RegExp> = {
  'the router’s own writing': /\buseFetchers?\b|\buseActionData\b|\bexport (?:async )?function action\b/,
  'a form that the router sends': /<Form\b[^>]*\bmethod="(?:post|put|delete)"/,
  'loading in the browser': /\bexport (?:async )?(?:function|const) client(?:Loader|Action|Middleware)\b/,
  'pages fetched ahead by the router': /\bprefetch="(?:intent|render|viewport)"|\bPrefetchPageLinks\b/,
  'pictures that move between pages': /\bviewTransition\b|<ViewTransition\b|\baddTransitionType\b/,
  'a handle on a fragment': /<Fragment[^>]*\bref=/,
}

test('no page uses what is left out of the scripts', () => {
  const pages = globSync('app/**/*.{ts,tsx}').filter((path) => !path.includes('.test.'))
  const used = pages.flatMap((path) => {
    const text = readFileSync(path, 'utf8')
    return Object.entries(leftOut).flatMap(([what, words]) => (words.test(text) ? [`${path}: ${what}`] : []))
  })
  expect(pages.length).toBeGreaterThan(300)
  expect(used).toEqual([])
})
