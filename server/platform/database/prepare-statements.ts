import type { PoolClient } from 'pg'

/** More different statements than the shop has; only lists of unusual length go beyond. */
const mostNames = 200

const names = new Map<string, string>()

type Question = { text?: string; name?: string }

/**
 * Gives each statement a name, by which the database remembers how it is done: understanding and planning it again each
 * time is a third of what an order costs there. For changes, which find their rows by number; how a search is best done
 * depends on what is looked for.
 */
export function prepareStatements(client: PoolClient): PoolClient {
  const query = (question: unknown, values?: unknown, ...more: unknown[]) =>
    Reflect.apply(client.query, client, [withName(question, values), values, ...more])
  return Object.create(client, { query: { value: query } })
}

function withName(question: unknown, values: unknown): unknown {
  if (typeof question !== 'object' || question === null || !Array.isArray(values)) return question
  const { text, name } = question as Question
  if (text === undefined || name !== undefined || values.length === 0) return question
  return { ...question, name: nameOf(text) }
}

function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined || names.size === mostNames) return known
  const name = `shop_${names.size}`
  names.set(text, name)
  return name
}
