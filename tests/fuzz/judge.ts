import { refusalResponse, refusals } from '#contract/refusals.ts'
import type { Route } from './described-routes.ts'
import { type Heard, jsonOf } from './target.ts'

/** What is wrong with an answer, whatever was asked; null when nothing is. */
export function faultOf({ method, status, headers, bytes }: Heard): string | null {
  const said = bytes.toString()
  if (status >= 500) return `${status}: ${said.slice(0, 200)}`
  if (status < 400 || method === 'HEAD') return null
  const isJson = String(headers['content-type']).startsWith('application/json')
  const refusal = refusalResponse.safeParse(isJson ? parsed(said) : null).data
  if (!refusal?.error) return `${status} without words: ${said.slice(0, 200)}`
  // What is too long to be an address never reaches a route, and has a status of its own.
  if (status !== 431 && statusOf(refusal.code) !== status) return `${status} is called ${refusal.code}`
  return /node_modules|\bat \w+ \(/.test(said) ? `${status} tells of our files` : null
}

/** What the description of the route does not know about an answer that says yes; null when it knows all. */
export function strangenessOf({ answers, method }: Route, answer: Heard): string | null {
  if (answer.status >= 400 || answer.status === 304 || method === 'HEAD') return null
  const schema = answers.get(answer.status)
  if (schema === undefined) return `${answer.status} is not in the description`
  const problem = schema?.safeParse(jsonOf(answer)).error
  return problem ? `outside its schema: ${problem.message.slice(0, 300)}` : null
}

function statusOf(code: string): number | undefined {
  return Object.entries(refusals).find(([name]) => name === code)?.[1].status
}

function parsed(said: string): unknown {
  try {
    return JSON.parse(said)
  } catch {
    return null
  }
}
