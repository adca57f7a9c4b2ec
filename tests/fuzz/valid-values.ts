import { shopSettings } from '#contract/settings.ts'
import { toSettingsForm } from '#contract/settings-form.ts'
import { defaultBrandColours } from '#rules/brand-colours.ts'
import { defaultHome } from '#rules/home-page.ts'
import { shopName } from '#rules/shop-facts.ts'
import { ordinaryProduct } from '#server/testing/forms.ts'
import type { Schema } from '#server/testing/fuzz-values.ts'
import { flatPng } from './picture-bytes.ts'
import type { Target } from './target.ts'

export const order = (jar: number) => ({
  customer_name: 'Ama Mensah',
  customer_email: 'ama@example.com',
  customer_phone: '+233 24 123 4567',
  address: 'Ring Road 5',
  city: 'Tema',
  state: 'Greater Accra Region',
  items: [{ product_id: jar, quantity: 1 }],
})

/** The number of the first order in the sample shop. */
export const firstOrder = 1001

/** So many that all orders of an attack find some. */
export const product = { ...ordinaryProduct, stock_quantity: '1000000' }

export const post = { title: 'Dry season', excerpt: 'What helps', content: '<p>Shea</p>' }

/** So far away that no attack finds other prices. */
const sale = {
  ...{ name: 'Far away', percent: 5, scope: 'products', starts_at: '2098-01-01T00:00:00Z' },
  ends_at: '2099-01-01T00:00:00Z',
}

/** Nobody has seen a later one, so nothing is saved over unseen. */
const latestVersion = Number.MAX_SAFE_INTEGER

/** Where the description alone does not say what makes sense. */
const sensible = (jar: number): Record<string, object> => ({
  'POST /api/orders': order(jar),
  'POST /api/orders/whatsapp': order(jar),
  'POST /api/orders/manual': { ...order(jar), source: 'phone' },
  'PUT /api/orders/{id}': { status: 'Processing' },
  'PUT /api/orders/status': { order_ids: [firstOrder], status: 'Processing' },
  'POST /api/payments/mtn_momo': { orderId: firstOrder, amount: 165, customerPhone: '+233 24 123 4567' },
  'POST /api/products/{id}/back-in-stock': { contact: '024 123 4567' },
  'POST /api/visits': { kind: 'page', source: 'example.com' },
  'POST /api/newsletter': { email: 'ama@example.com' },
  'POST /api/contact': {
    name: 'Ama',
    email: 'ama@example.com',
    subject: 'Other',
    message: 'Do you have shea?',
  },
  // Whoever signs up here keeps an attack as the password, with which nobody else should get in.
  'POST /api/auth/signup': { email: 'efua@example.com', password: 'kente cloth' },
  'POST /api/auth/signin': { email: 'ama@example.com', password: 'kente cloth' },
  'POST /api/auth/reset-password': { token: 'not sent to anybody', password: 'kente cloth' },
  'POST /api/auth/owner': { token: 'printed for nobody', email: 'efua@example.com', password: 'kente cloth' },
  'POST /api/keys': { name: 'Accounts', role: 'helper' },
  'POST /api/webhooks': { url: 'https://tool.example.com/shop', events: ['stock.low'] },
  'POST /api/team/invitations': { role: 'helper', phone: '024 123 4567' },
  'POST /api/auth/change-password': { current_password: 'not this one', password: 'kente cloth' },
  'POST /api/auth/forgot-password': { email: 'ama@example.com' },
  // A closed shop takes no orders, and the next attacks would hit nothing.
  'PUT /api/setup/opening': { is_open: true },
  'PUT /api/settings': { version: latestVersion, settings: toSettingsForm(shopSettings.parse({})) },
  'PUT /api/home': { home: defaultHome },
  'PUT /api/brand': {
    ...{ version: '999999999', name_version: '999999999', name: shopName, line: '' },
    ...{ ...defaultBrandColours, fonts: 'classic', corners: 'soft', remove: '' },
  },
  'POST /api/products': product,
  'PUT /api/products': { ...product, id: String(jar) },
  'POST /api/products/import': { dry_run: '1' },
  'POST /api/reviews': {
    ...{ code: 'K7P2QX', phone: '024 123 4567', product_id: String(jar) },
    ...{ rating: '4', text: 'Soft skin', name: 'Ama', town: 'Kumasi' },
  },
  'POST /api/categories': { name: 'Soap', heading: 'Soaps', alt: 'A bar', hidden: '1', in_footer: '0' },
  'PUT /api/categories': { id: '1', name: 'Cleanser', heading: 'Cleansers', alt: 'A bar', focus_x: '20' },
  'POST /api/sales': { ...sale, product_ids: [jar] },
  'PUT /api/sales/{id}': { ...sale, product_ids: [jar] },
  'POST /api/discounts': {
    name: 'For friends',
    kind: 'percent',
    percent: 10,
    code: 'FRIENDS',
    enabled: false,
  },
  'PUT /api/discounts/{id}': { name: 'For friends', kind: 'amount', amount: 20, enabled: false },
  'POST /api/discounts/{id}/codes': { count: 2, prefix: 'GIFT' },
  'POST /api/discounts/check': { items: [{ product_id: jar, quantity: 1 }], discount_code: 'FRIENDS' },
  'POST /api/blog-posts': post,
  'PUT /api/blog-posts/{id}': post,
})

/** A body that fits its description, the same each time. */
export function validValue(routeName: string, schema: Schema, jar: number): object {
  return sensible(jar)[routeName] ?? (sample(schema) as object)
}

/** After attacks on the settings, so that the shop takes orders again. */
export async function putSettingsBack(target: Target): Promise<void> {
  const token = await target.newPerson('admin')
  const body = JSON.stringify(sensible(0)['PUT /api/settings'])
  const answer = await target.ask('PUT', '/api/settings', {
    token,
    headers: { 'content-type': 'application/json' },
    body,
  })
  if (answer.status !== 200) throw new Error(`The settings were answered ${answer.status}: ${answer.bytes}`)
}

/** A file that a form takes under this name. */
export function validFile(name: string): Buffer {
  return name === 'file' ? Buffer.from('name\nSoap\n') : flatPng(9, 9)
}

export function sample(schema: Schema): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  const [either] = schema.anyOf ?? schema.oneOf ?? []
  if (either) return sample(either)
  const [type] = [schema.type].flat()
  if (type === 'object') {
    const names = schema.required ?? []
    return Object.fromEntries(names.map((name) => [name, sample(schema.properties?.[name] ?? {})]))
  }
  if (type === 'array') return [sample(schema.items ?? {})]
  if (type === 'integer' || type === 'number') return Math.max(1, schema.minimum ?? 1)
  if (type === 'boolean') return true
  if (schema.format === 'uuid') return '2d9f1d2e-3b7a-4c55-9b1e-0a4c5d6e7f80'
  if (schema.format === 'date-time') return '2026-11-15T08:00:00Z'
  return 'text'
}
