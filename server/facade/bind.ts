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
