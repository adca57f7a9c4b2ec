import { formatCedis } from './money.ts'

/** An entry of the list of changes. */
export type Change = {
  by: { name: string } | 'shop' | null
  thing: string
  thing_name: string | null
  action: string
  before: Record<string, unknown>
  after: Record<string, unknown>
}

export type ChangedField = { name: string; before: string; after: string }

type ChangeLabels = {
  /** Who did what to which thing. */
  sentence: string
  /** What the sentence does not say already. */
  fields: ChangedField[]
}

/** What the staff can change, in the words of the shop. */
export const changedThings = [
  'product',
  'category',
  'sale',
  'discount',
  'order',
  'payment',
  'hand-over',
  'post',
  'page',
  'testimonial',
  'review',
  'message',
  'conversation',
  'newsletter',
  'campaign',
  'settings',
  'brand',
  'home',
  'team',
  'connection',
  'profile',
  'export',
] as const

export type ChangedThing = (typeof changedThings)[number]

export const changedThingLabels = {
  product: 'Products',
  category: 'Categories',
  sale: 'Sales',
  discount: 'Discounts',
  order: 'Orders',
  payment: 'Payments',
  'hand-over': 'Cash hand-overs',
  post: 'Blog posts',
  page: 'Texts',
  testimonial: 'Testimonials',
  review: 'Reviews',
  message: 'Contact messages',
  conversation: 'Messages',
  newsletter: 'Newsletter',
  campaign: 'Offers',
  settings: 'Settings',
  brand: 'Brand',
  home: 'Home page',
  team: 'Team',
  connection: 'Keys and webhooks',
  profile: 'Profiles of others',
  export: 'Exports',
} satisfies Record<ChangedThing, string>

/** A change in words: one sentence where one is enough, otherwise the fields as they were and as they are. */
export function changeLabels(change: Change): ChangeLabels {
  if (change.thing === 'team') return { sentence: roleSentence(change), fields: [] }
  const fields = changedFields(change)
  const [only] = fields
  if (only && fields.length === 1 && isChange(change) && fitsInSentence(only))
    return { sentence: fromAndTo(change, only), fields: [] }
  return { sentence: plainSentence(change), fields: saysItAlready(change) ? [] : fields }
}

export function whoChanged({ by }: Pick<Change, 'by'>): string {
  if (by === 'shop') return 'The shop'
  return by?.name ?? 'A deleted account'
}

function changedFields({ before, after }: Change): ChangedField[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => !isNumberOfSomebody(before[name] ?? after[name]),
  )
  return names.map((name) => ({
    name: fieldWords(name),
    before: valueWords(name, before[name]),
    after: valueWords(name, after[name]),
  }))
}

/** Long numbers that stand for a person or a picture tell nobody anything. */
function isNumberOfSomebody(value: unknown): boolean {
  const [one] = Array.isArray(value) ? value : [value]
  return typeof one === 'string' && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(one)
}

/** Made and deleted things have only one side; they are no change from one value to another. */
function isChange({ action, before, after }: Change): boolean {
  return action.startsWith('changed ') && Object.keys(before).length > 0 && Object.keys(after).length > 0
}

function fitsInSentence({ before, after }: ChangedField): boolean {
  return before.length <= 60 && after.length <= 60
}

/** "Ama changed the price of Glow Serum from Ghs 120.00 to Ghs 140.00" */
function fromAndTo(change: Change, { name, before, after }: ChangedField): string {
  if (change.thing === 'settings') return settingSentence(change, { name, before, after })
  const isWhole = change.action === `changed the ${change.thing}`
  const action = isWhole ? `changed the ${name}` : change.action
  return `${whoChanged(change)} ${action}${ofThing(change)} from ${before} to ${after}`
}

const onlyOneInIt = new Set(['name', 'number', 'level'])

/** "Ama changed the delivery fees: Tema from Ghs 55.00 to Ghs 60.00" */
function settingSentence(change: Change, { name, before, after }: ChangedField): string {
  const which = onlyOneInIt.has(name) ? '' : `: ${name}`
  return `${whoChanged(change)} ${change.action}${which} from ${before} to ${after}`
}

/** "Ama gave the order K7P2QX to a driver", "Ama hid the testimonial of Kofi" */
function plainSentence(change: Change): string {
  const { thing, action } = change
  const name = nameOf(change)
  const who = whoChanged(change)
  if (name === null) return `${who} ${action}`
  if (!action.includes(`the ${thing}`)) return `${who} ${action}: ${name}`
  const called = writtenBySomebody.has(thing) ? `of ${name}` : name
  return `${who} ${action.replace(`the ${thing}`, () => `the ${thing} ${called}`)}`
}

const writtenBySomebody = new Set(['testimonial', 'message', 'conversation', 'profile'])

function ofThing(change: Change): string {
  const name = nameOf(change)
  return name === null ? '' : ` of ${name}`
}

/** What is gone is called what it was called last. */
function nameOf({ thing, thing_name, before, after }: Change): string | null {
  if (thing === 'settings') return null
  const remembered = after.name ?? after.title ?? before.name ?? before.title
  return thing_name ?? (typeof remembered === 'string' ? remembered : null)
}

/** "hid the testimonial" needs no table that says: hidden, no, yes. */
function saysItAlready({ thing }: Change): boolean {
  return ['testimonial', 'newsletter', 'message', 'conversation'].includes(thing)
}

function roleSentence(change: Change): string {
  // Whom it is for is said once the account is made.
  if (change.action.includes('invit')) return `${whoChanged(change)} ${change.action}`
  const roles = Object.entries(change.after).map(([role, isGiven]) => ({ role, isGiven }))
  const who = change.thing_name ?? 'a deleted account'
  const words = roles.map(({ role, isGiven }) => {
    const what = role === 'admin' ? 'an admin' : `a ${role}`
    return isGiven ? `made ${who} ${what}` : `decided that ${who} is no longer ${what}`
  })
  // Only the owner reaches the command line, where the first admin is made.
  const by = change.by === 'shop' ? 'The owner' : whoChanged(change)
  return `${by} ${words.join(' and ') || `${change.action} of ${who}`}`
}

/** `stock_quantity` and `stockQuantity` are the stock quantity. */
function fieldWords(name: string): string {
  return name
    .replaceAll('_', ' ')
    .replace(/([a-z])([A-Z])/g, (_, end, start) => `${end} ${start.toLowerCase()}`)
}

const amounts = /^(price|fee|amount|total|subtotal|delivery_fee|order_total|expected|counted)$/

function valueWords(name: string, value: unknown): string {
  if (value === undefined || value === null || value === '') return 'nothing'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number' && amounts.test(name)) return formatCedis(value)
  if (Array.isArray(value))
    return value.length === 0 ? 'nothing' : value.map((part) => valueWords('', part)).join(', ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
