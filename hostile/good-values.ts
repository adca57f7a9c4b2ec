import type { Schema } from '../server/testing/wild-values.ts'

const order = (jar: number) => ({
  customer_name: 'Ama Mensah',
  customer_email: 'ama@example.com',
  customer_phone: '+233 24 123 4567',
  address: 'Ring Road 5',
  city: 'Tema',
  state: 'Greater Accra Region',
  items: [{ product_id: jar, quantity: 1 }],
})

/** Where the description alone does not say what makes sense. */
const sensible = (jar: number): Record<string, object> => ({
  'POST /api/orders': order(jar),
  'POST /api/orders/whatsapp': order(jar),
  'POST /api/orders/manual': order(jar),
  'POST /api/newsletter': { email: 'ama@example.com' },
  'POST /api/contact': { name: 'Ama', email: 'ama@example.com', message: 'Do you have shea?' },
  // Whoever signs up here keeps an attack as the password, with which nobody else should get in.
  'POST /api/auth/signup': { email: 'efua@example.com', password: 'kente cloth' },
  'POST /api/auth/signin': { email: 'ama@example.com', password: 'kente cloth' },
  'POST /api/auth/forgot-password': { email: 'ama@example.com' },
  'PUT /api/settings': {},
})

/** A body that fits its description, the same each time. */
export function goodValue(routeName: string, schema: Schema, jar: number): object {
  return sensible(jar)[routeName] ?? (sample(schema) as object)
}

function sample(schema: Schema): unknown {
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
  return 'text'
}
