import type { PageHandle } from '../layout/page-frame.ts'

/** Every page of the back office says this about its room. */
export const adminHandle: PageHandle = { area: 'back', header: 'own' }
