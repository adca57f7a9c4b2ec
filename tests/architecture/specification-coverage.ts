import { type ListedTest, listTests } from './test-titles.ts'

type Row = {
  id: string
  group: string
  section: string
  clause: string
  files: string[]
  tests: string[]
  state: string
}

const works = ['architecture', 'storefront', 'accounts', 'orders', 'payments', 'back office', 'driver']

/** Everything in which the page promises what the project does not hold, each as a sentence. */
export function checkCoverage(page: string, read: (path: string) => string | undefined): string[] {
  const rows = listRows(page)
  const testsIn = rememberTests(read)
  return [...checkIds(rows), ...rows.flatMap((row) => checkRow(row, read, testsIn)), ...checkSums(page, rows)]
}

type TestsIn = (path: string) => ListedTest[] | undefined

/** Many rows name the same test file, which takes a while to read. */
function rememberTests(read: (path: string) => string | undefined): TestsIn {
  const known = new Map<string, ListedTest[] | undefined>()
  return (path) => {
    if (!known.has(path)) {
      const source = read(path)
      known.set(path, source === undefined ? undefined : listTests(path, source))
    }
    return known.get(path)
  }
}

export function listRows(page: string): Row[] {
  let section = ''
  let group = ''
  return page.split('\n').flatMap((line) => {
    if (line.startsWith('## ')) section = line.slice(3)
    if (line.startsWith('### ')) group = line.slice(4).split(':')[0] ?? ''
    if (group === '' || !/^\| [SR]\d/.test(line)) return []
    const cells = line.split(/(?<!\\)\|/).map((cell) => cell.replaceAll('\\|', '|').trim())
    const [, id = '', clause = '', files = '', tests = '', state = ''] = cells
    return [{ id, group, section, clause, files: listQuoted(files), tests: listQuoted(tests), state }]
  })
}

function listQuoted(cell: string): string[] {
  return Array.from(cell.matchAll(/`([^`]+)`/g), ([, text = '']) => text)
}

/** Without gaps, a row that was removed from the middle would show. */
function checkIds(rows: Row[]): string[] {
  const last = new Map<string, number>()
  return rows.flatMap(({ id, group }) => {
    const number = (last.get(group) ?? 0) + 1
    last.set(group, number)
    return id === `${group}.${number}` ? [] : [`${id} stands where ${group}.${number} belongs.`]
  })
}

function checkRow(row: Row, read: (path: string) => string | undefined, testsIn: TestsIn): string[] {
  const { id, clause, files, tests, state } = row
  const complaints: string[] = []
  if (clause === '') complaints.push(`${id} does not say what it promises.`)
  if (state !== 'done' && !works.some((work) => state === `open: ${work}`))
    complaints.push(`${id} is "${state}". Write "done", or "open: " with one of ${works.join(', ')}.`)
  if (state === 'done' && files.length === 0) complaints.push(`${id} is done, but names no file.`)
  if (state === 'done' && tests.length === 0) complaints.push(`${id} is done, but names no test.`)
  for (const file of files)
    if (read(file) === undefined) complaints.push(`${id} names the file ${file}, which does not exist.`)
  const proofs: ListedTest[] = []
  for (const test of tests) {
    const [path = '', title] = test.split(' › ')
    const listed = testsIn(path)
    const proof = listed?.find((each) => each.title === title)
    if (title === undefined) complaints.push(`${id} names the test "${test}". Write it as path › title.`)
    else if (listed === undefined) complaints.push(`${id} names a test in ${path}, which does not exist.`)
    else if (proof === undefined) complaints.push(`${id} names the test "${title}", which is not in ${path}.`)
    else proofs.push(proof)
  }
  if (proofs.length > 0 && proofs.every(({ isLeftToFaults }) => isLeftToFaults))
    complaints.push(`${id} is proved only by what npm test leaves to npm run faults.`)
  return complaints
}

function checkSums(page: string, rows: Row[]): string[] {
  const sections = [...new Set(rows.map(({ section }) => section))]
  const lines = [
    ...sections.map((section) =>
      sumLine(
        section,
        rows.filter((row) => row.section === section),
      ),
    ),
    sumLine('All', rows),
  ]
  return lines
    .filter((line) => !page.split('\n').includes(line))
    .map((line) => `The sums should say: ${line}`)
}

function sumLine(name: string, rows: Row[]): string {
  const done = rows.filter(({ state }) => state === 'done').length
  return `| ${name} | ${rows.length} | ${done} | ${rows.length - done} |`
}
