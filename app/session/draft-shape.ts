import { isRecord } from '#rules/is-record.ts'

/**
 * What a draft must look like to be shown again: it comes back from the browser's storage, where anything may have happened
 * to it, and where an earlier version of the shop may have written it. The shape alone; what is wrong in it the form says.
 */
export type Shape<Value> = (kept: unknown) => kept is Value

export const isText: Shape<string> = (kept) => typeof kept === 'string'
export const isFlag: Shape<boolean> = (kept) => typeof kept === 'boolean'
export const isNumber: Shape<number> = (kept) => typeof kept === 'number'

/** Every field of it, and each as it must be. */
export function shapeOf<Value extends object>(
  fields: {
    [Name in keyof Value]-?: Shape<Value[Name]>
  },
): Shape<Value> {
  const checks = Object.entries<Shape<unknown>>(fields)
  return (kept): kept is Value => isRecord(kept) && checks.every(([name, isRight]) => isRight(kept[name]))
}

export function listOf<Value>(isRight: Shape<Value>): Shape<Value[]> {
  return (kept): kept is Value[] => Array.isArray(kept) && kept.every(isRight)
}

/** Whatever its fields are called; those with a name are there. */
export function recordOf<Value, Name extends string = never>(
  isRight: Shape<Value>,
  names: readonly Name[] = [],
): Shape<Record<[Name] extends [never] ? string : Name, Value>> {
  return (kept): kept is Record<string, Value> =>
    isRecord(kept) && names.every((name) => name in kept) && Object.values(kept).every(isRight)
}

export function oneOf<Value extends string>(values: readonly Value[]): Shape<Value> {
  return (kept): kept is Value => values.some((value) => value === kept)
}

export function orNull<Value>(isRight: Shape<Value>): Shape<Value | null> {
  return (kept): kept is Value | null => kept === null || isRight(kept)
}

export function optional<Value>(isRight: Shape<Value>): Shape<Value | undefined> {
  return (kept): kept is Value | undefined => kept === undefined || isRight(kept)
}
