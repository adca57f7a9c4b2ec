import type { Context } from '../platform/context.ts'
import type { Database } from '../platform/database/database.ts'
import type { Reads } from '../platform/database/read-replica.ts'

type WithFirst<First> = Record<string, (first: First, ...rest: never[]) => unknown>

type Bound<UseCases> = {
  [Name in keyof UseCases]: UseCases[Name] extends (first: never, ...rest: infer Rest) => infer Result
    ? (...rest: Rest) => Result
    : never
}

/** The same functions, each with this first argument given already. */
export function bind<First, const UseCases extends WithFirst<First>>(
  first: First,
  useCases: UseCases,
): Bound<UseCases> {
  const bound = Object.entries(useCases).map(([name, useCase]) => [name, useCase.bind(null, first)])
  return Object.fromEntries(bound)
}

type Reading<First> = Record<string, (first: First, ...rest: never[]) => Promise<unknown>>

/** For lists and figures: each call reads in the replica, where there is one that is up to date. */
export function bindReads<const UseCases extends Reading<Database>>(
  reads: Reads,
  useCases: UseCases,
): Bound<UseCases> {
  const bound = Object.entries(useCases).map(([name, useCase]) => [
    name,
    (...rest: never[]) => reads.ask((db) => useCase(db, ...rest)),
  ])
  return Object.fromEntries(bound)
}

/** The same for those that need more than the database. */
export function bindContextReads<First extends Context, const UseCases extends Reading<First>>(
  context: First,
  useCases: UseCases,
): Bound<UseCases> {
  const bound = Object.entries(useCases).map(([name, useCase]) => [
    name,
    (...rest: never[]) => context.reads.ask((db) => useCase({ ...context, db }, ...rest)),
  ])
  return Object.fromEntries(bound)
}
