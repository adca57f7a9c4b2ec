import { createContext, use } from 'react'

const RequestIdContext = createContext('')

/** Only the server knows the id; the browser keeps the text that the server wrote. */
export const RequestId = RequestIdContext.Provider

export function useRequestId(): string {
  return use(RequestIdContext)
}
