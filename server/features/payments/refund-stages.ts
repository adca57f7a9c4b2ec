/** How far a refund has come. What is created, pending or unknown may still pay money out. */
export const refundStages = ['created', 'pending', 'unknown', 'succeeded', 'failed'] as const

export type RefundStage = (typeof refundStages)[number]

/** Through the gateway, by a person's hand, or somewhere that the gateway only tells of. */
export const refundWays = ['gateway', 'by_hand', 'elsewhere'] as const

export type RefundWay = (typeof refundWays)[number]

export function isUnderWay({ stage }: { stage: RefundStage }): boolean {
  return stage !== 'succeeded' && stage !== 'failed'
}
