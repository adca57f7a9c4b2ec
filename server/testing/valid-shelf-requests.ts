import { photo } from './product-form.ts'
import { shelve, writePost } from './sample-rows.ts'
import type { CallWorld, ValidRequests } from './valid-requests.ts'

const productFields = [
  ['name', 'Shea Butter Cream'],
  ['description', 'Rich and plain.'],
  ['brands', 'Adom'],
  ['price', '145.50'],
  ['category', 'moisturizer'],
  ['how_to_use', 'Warm it between your hands.'],
  ['stock_quantity', '10'],
] as const

const postFields = [
  ['title', 'Dry season'],
  ['excerpt', 'What helps'],
  ['content', '<p>Shea</p>'],
  ['author_id', 'somebody-else'],
] as const

/** The calls about products and posts. */
export function shelfCalls({ context, jar }: CallWorld): ValidRequests {
  let posts = 0
  const written = async () => `/api/blog-posts/${await writePost(context, { slug: `post-${posts++}` })}`
  return {
    'POST /api/products': async () => ({ form: [...productFields, ['images', await photo()]] }),
    'PUT /api/products': async () => ({ form: [...productFields, ['id', String(await shelve(context))]] }),
    'GET /api/products/{id}': async () => ({ address: `/api/products/${jar}` }),
    'DELETE /api/products/{id}': async () => ({ address: `/api/products/${await shelve(context)}` }),
    'POST /api/products/bulk': async () => ({ body: { action: 'feature', ids: [jar] } }),
    'POST /api/products/import': async () => ({
      form: [
        ['dry_run', '1'],
        ['file', { bytes: Buffer.from('name\n\nSoap\n'), name: 'products.csv', type: 'text/csv' }],
      ],
    }),
    'POST /api/products/update-stock': async () => ({ body: [{ productId: jar, quantity: 1 }] }),
    'POST /api/blog-posts': async () => ({ form: [...postFields, ['image', await photo()]] }),
    'GET /api/blog-posts/{id}': async () => ({ address: await written() }),
    'GET /api/blog-posts/slug/{slug}': async () => {
      await writePost(context, { slug: `read-${posts}` })
      return { address: `/api/blog-posts/slug/read-${posts++}` }
    },
    'PUT /api/blog-posts/{id}': async () => ({
      address: await written(),
      form: [...postFields, ['image', await photo()]],
    }),
    'DELETE /api/blog-posts/{id}': async () => ({ address: await written() }),
    'POST /api/blog-posts/preview': async () => ({ body: { content: '<p>Shea</p>' } }),
    'POST /api/uploads': async () => ({ form: [['image', await photo()]] }),
  }
}
