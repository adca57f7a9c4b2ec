/** What becomes of a request to pay, in the words of MTN's status. */
export type MtnPlan = {
  status: 'SUCCESSFUL' | 'FAILED'
  /** MTN sends a bare word; its examples show an object. */
  reason?: string | { code: string; message: string }
  /** So long nothing is decided; for ever when it is Infinity. */
  secondsPending: number
  /** What the status says meanwhile. */
  meanwhile: 'PENDING' | 'CREATED'
  /** So long the status does not know the request although it was taken. */
  secondsHidden: number
  /** It is answered with 202 and lost. */
  isLost: boolean
  /** Seconds after the decision; early ones are below zero, none at all is an empty list. */
  callbacks: readonly number[]
  /** What the status says instead of what was asked for. */
  told: { amount?: string | number; currency?: string; externalId?: string }
}

export const usualPlan: MtnPlan = {
  status: 'SUCCESSFUL',
  secondsPending: 0,
  meanwhile: 'PENDING',
  secondsHidden: 0,
  isLost: false,
  callbacks: [0],
  told: {},
}

function failing(reason: string): Partial<MtnPlan> {
  return { status: 'FAILED', reason, secondsPending: 4 }
}

/** The test numbers of MTN's sandbox and what was seen there; every other number pays at once. */
const wallets: Record<string, Partial<MtnPlan>> = {
  '46733123450': failing('INTERNAL_PROCESSING_ERROR'),
  '46733123451': failing('APPROVAL_REJECTED'),
  '46733123452': failing('EXPIRED'),
  /** Calls back before its status is decided. */
  '46733123453': { status: 'FAILED', reason: 'EXPIRED', secondsPending: 50, callbacks: [-5, 175] },
  '46733123454': { meanwhile: 'CREATED', secondsPending: 30 },
  '46733123455': failing('PAYER_NOT_FOUND'),
  '46733123456': failing('PAYEE_NOT_ALLOWED_TO_RECEIVE'),
  '46733123457': failing('NOT_ALLOWED'),
  '46733123458': failing('NOT_ALLOWED_TARGET_ENVIRONMENT'),
  '46733123459': failing('INVALID_CALLBACK_URL_HOST'),
  '46733123460': failing('INVALID_CURRENCY'),
  '46733123461': failing('INTERNAL_PROCESSING_ERROR'),
  '46733123462': failing('SERVICE_UNAVAILABLE'),
  '46733123463': failing('COULD_NOT_PERFORM_TRANSACTION'),
  '46733123464': failing('TRANSFER_TYPE_UNKNOWN'),
}

export function planOfWallet(phone: string): Partial<MtnPlan> {
  return wallets[phone] ?? {}
}
