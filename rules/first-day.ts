/** What an owner does before the shop opens, in the order in which it is easiest. */
export const startItems = [
  'name',
  'phone',
  'fees',
  'payments',
  'messages',
  'product',
  'texts',
  'order',
] as const

export type StartItem = (typeof startItems)[number]

/** These may be right as they are; only a person can say so. */
export const confirmableItems = ['fees', 'payments', 'messages', 'texts'] as const satisfies StartItem[]

export type ConfirmableItem = (typeof confirmableItems)[number]

export const startItemLabels = {
  name: 'Name and logo',
  phone: 'Phone for WhatsApp',
  fees: 'Places and delivery fees',
  payments: 'Ways to pay',
  messages: 'Messages to customers',
  product: 'Your first product',
  texts: 'The texts of the shop',
  order: 'A test order',
} satisfies Record<StartItem, string>

/** What the shop knows about itself. Samples do not count: they are not the owner's. */
export type StartFacts = {
  hasOwnName: boolean
  hasOwnLogo: boolean
  hasChatNumber: boolean
  hasSavedFees: boolean
  hasSavedPayments: boolean
  canSendMail: boolean
  hasOwnProduct: boolean
  hasOwnTexts: boolean
  hasOwnOrder: boolean
  confirmed: readonly ConfirmableItem[]
}

type ItemState = { item: StartItem; isDone: boolean; isConfirmed: boolean }

/** Which of the list is done, by what the shop says or by what the owner has looked at. */
export function startList(facts: StartFacts): ItemState[] {
  return startItems.map((item) => {
    const isConfirmed = facts.confirmed.some((each) => each === item)
    return { item, isDone: isConfirmed || isDone[item](facts), isConfirmed }
  })
}

const isDone = {
  name: ({ hasOwnName, hasOwnLogo }) => hasOwnName || hasOwnLogo,
  phone: ({ hasChatNumber }) => hasChatNumber,
  fees: ({ hasSavedFees }) => hasSavedFees,
  payments: ({ hasSavedPayments }) => hasSavedPayments,
  messages: ({ canSendMail }) => canSendMail,
  product: ({ hasOwnProduct }) => hasOwnProduct,
  texts: ({ hasOwnTexts }) => hasOwnTexts,
  order: ({ hasOwnOrder }) => hasOwnOrder,
} satisfies Record<StartItem, (facts: StartFacts) => boolean>
