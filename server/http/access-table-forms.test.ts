import { afterAll, expect, test } from 'vitest'
import { profileForm } from '#contract/accounts.ts'
import { productForm } from '#contract/catalogue-forms.ts'
import { postForm } from '#contract/content.ts'
import { proofForm } from '#contract/delivery.ts'
import { reviewForm } from '#contract/reviews.ts'
import { brandForm } from '#contract/settings.ts'
import { writableFields, writableForms } from '../testing/access-table-fields.ts'
import { describedRoutes, isLoose, namesOf, once, split } from '../testing/described-api.ts'
import { openTestShop } from '../testing/test-shop.ts'

const { app, close } = await openTestShop()
afterAll(close)
const described = await describedRoutes(app)

test('the description of the API takes the fields of the table, and no others, however deep', () => {
  const forms = described.flatMap(({ route, operation }) => {
    const schema = operation.requestBody?.content['application/json']?.schema
    return schema ? [{ route, schema }] : []
  })
  expect(once(forms.map(({ route }) => route))).toEqual(once(Object.keys(writableFields)))
  for (const { route, schema } of forms) {
    expect([route, once(namesOf(schema))]).toEqual([route, split(writableFields[route] ?? '')])
    expect([route, isLoose(schema)]).toEqual([route, false])
  }
})

test('every form with files is in the table, with its fields', () => {
  const forms = app.routeTable.flatMap(({ method, url, schema }) =>
    schema && 'consumes' in schema ? [`${method} ${url.replaceAll(/:(\w+)/g, '{$1}')}`] : [],
  )
  expect(once(forms)).toEqual(once(Object.keys(writableForms)))
  const shapes = {
    'PUT /api/profile': profileForm,
    'POST /api/products': productForm,
    'PUT /api/products': productForm,
    'POST /api/blog-posts': postForm,
    'PUT /api/blog-posts/{id}': postForm,
    'POST /api/orders/{id}/proofs': proofForm,
    'POST /api/reviews': reviewForm,
    'PUT /api/brand': { in: brandForm },
  }
  for (const [route, { in: form }] of Object.entries(shapes))
    expect([route, once(Object.keys(form.shape))]).toEqual([route, split(writableForms[route]?.texts ?? '')])
})
