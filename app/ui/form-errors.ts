/** What is wrong with a form, by field name. A field that is right has no entry. */
export type Errors = Readonly<Partial<Record<string, string>>>

export type FormErrors = { touched: readonly string[]; shown: Errors; attempts: number }

export const noErrors: FormErrors = { touched: [], shown: {}, attempts: 0 }

/** While someone types, errors only go away, also those of other fields that this one has put right; none appears. */
export function afterTyping(state: FormErrors, name: string, found: Errors): FormErrors {
  const touched = state.touched.includes(name) ? state.touched : [...state.touched, name]
  const same = Object.entries(state.shown).filter(([field, words]) => found[field] === words)
  return { ...state, touched, shown: Object.fromEntries(same) }
}

/** Leaving a field says what is wrong with it, but not to someone who only passed through. */
export function afterLeaving(state: FormErrors, name: string, found: Errors): FormErrors {
  if (!state.touched.includes(name)) return state
  const { [name]: _, ...others } = state.shown
  const words = found[name]
  return { ...state, shown: words === undefined ? others : { ...others, [name]: words } }
}

/** A try to send that failed, here or at the server: everything that is wrong is said at once. */
export function afterRefusal(state: FormErrors, found: Errors): FormErrors {
  return {
    touched: [...new Set([...state.touched, ...Object.keys(found)])],
    shown: found,
    attempts: state.attempts + 1,
  }
}

/** In the order in which the form asks. */
export function inFormOrder(errors: Errors, names: readonly string[]): [name: string, words: string][] {
  const place = (name: string) => (names.includes(name) ? names.indexOf(name) : names.length)
  return Object.entries(errors)
    .flatMap(([name, words]): [string, string][] => (words === undefined ? [] : [[name, words]]))
    .sort(([one], [other]) => place(one) - place(other))
}
