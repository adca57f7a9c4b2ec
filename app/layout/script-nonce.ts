import { createContext } from 'react'

/** How the server marks our own scripts in the page that it renders; the browser never sees the mark. */
export const ScriptNonce = createContext<string | undefined>(undefined)
