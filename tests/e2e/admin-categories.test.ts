import { expect, type Page } from '@playwright/test'
import { packZip } from '#server/testing/zip.ts'
import { bearer, newProduct, ownName, sizes, smallPicture } from './setup/office.ts'
import { withOwnShop } from './setup/own-shop.ts'
import { toasts } from './setup/page.ts'
import { test as visit } from './setup/visit.ts'

const test = withOwnShop()

// One shop of their own: what they change is on every page.
test.describe.configure({ mode: 'serial' })

const form = (page: Page) => page.getByRole('dialog', { name: /^(Add|Edit) category$/ })

const names = (page: Page) =>
  page.getByRole('region', { name: 'Categories' }).getByRole('heading', { level: 2 }).allTextContents()

async function openCategories(page: Page) {
  await page.goto('/admin/categories')
  await expect(page.getByRole('heading', { name: 'Cleanser' })).toBeVisible()
}

async function footerLinks(page: Page): Promise<string[]> {
  await page.goto('/about')
  return page
    .getByRole('contentinfo')
    .getByRole('navigation', { name: 'Shop' })
    .getByRole('link')
    .allTextContents()
}

visit(
  'a category that an owner makes is a shelf once it has a product; renamed, old links still lead there',
  async ({ page, request, signIn, expectUsable }) => {
    const [name, heading, butter] = [
      ownName('Hair & scalp'),
      ownName('For your hair'),
      ownName('Hair butter'),
    ]
    const token = await signIn('admin')
    await openCategories(page)
    await page.getByRole('link', { name: 'Add category' }).click()
    await form(page).getByRole('button', { name: 'Save' }).click()
    await expect(form(page).getByRole('group', { name: 'There is a problem' })).toContainText(
      'Name is required',
    )
    await form(page).getByLabel('Name', { exact: true }).fill(name)
    await form(page).getByLabel('Heading').fill(heading)
    await form(page)
      .getByLabel('Picture')
      .setInputFiles(await smallPicture(page))
    await form(page).getByLabel('What the picture shows').fill('A wooden comb')
    await expectUsable({ inBothColours: true })
    await form(page).getByRole('button', { name: 'Save' }).click()
    await expect(toasts(page)).toContainText('Category added')

    await newProduct(request, page, token, { name: butter, category: name })
    await page.goto('/shop')
    await page.getByRole('navigation', { name: 'Categories' }).getByRole('link', { name }).click()
    await expect(page.getByRole('heading', { level: 1, name: `Shop ${heading}` })).toBeVisible()
    await expect(page.getByRole('heading', { name: butter })).toBeVisible()

    await openCategories(page)
    await page.getByRole('link', { name: `Edit ${name}` }).click()
    await form(page).getByLabel('Name', { exact: true }).fill(ownName('Hair'))
    await form(page).getByRole('button', { name: 'Save' }).click()
    await expect(toasts(page)).toContainText('Category saved')
    await page.goto(`/shop?category=${encodeURIComponent(name)}`)
    await expect(page.getByRole('heading', { name: butter })).toBeVisible()
  },
)

test('an owner makes a category, and the shop, its footer and the home page lead to it; renamed, old links still do', {
  tag: '@faults',
}, async ({ page, request, shop, signIn, expectUsable }) => {
  await page.setViewportSize(sizes.laptop)
  const token = await signIn(shop.admin)
  await openCategories(page)
  await expectUsable({ inBothColours: true })
  await page.setViewportSize(sizes.laptop)
  await page.getByRole('link', { name: 'Add category' }).click()
  await form(page).getByRole('button', { name: 'Save' }).click()
  await expect(form(page).getByRole('group', { name: 'There is a problem' })).toContainText(
    'Name is required',
  )
  await form(page).getByLabel('Name', { exact: true }).fill('Hair & scalp')
  await form(page).getByLabel('Heading').fill('For your hair')
  await form(page)
    .getByLabel('Picture')
    .setInputFiles(await smallPicture(page, '#345', 240, 160))
  await form(page).getByLabel('What the picture shows').fill('A wooden comb')
  await form(page).getByRole('slider', { name: 'From left to right' }).fill('20')
  await form(page).getByRole('slider', { name: 'From top to bottom' }).fill('0')
  await form(page).getByLabel('On the home page').selectOption('Place 1')
  await expectUsable({ inBothColours: true })
  await page.setViewportSize(sizes.laptop)
  await form(page).getByRole('button', { name: 'Save' }).click()
  await expect(toasts(page)).toContainText('Category added')
  await expect(page.getByRole('heading', { name: 'Hair & scalp' })).toBeVisible()

  // Without a product it is linked nowhere.
  expect(await footerLinks(page)).not.toContain('For your hair')
  await newProduct(request, page, token, { name: 'Cocoa hair butter', category: 'Hair & Scalp' })
  expect(await footerLinks(page)).toContain('For your hair')
  await page.goto('/')
  const tiles = page.getByRole('region', { name: 'Shop By Category' }).getByRole('link')
  await expect(tiles).toHaveText([/For your hair/, 'Cleansers', 'Serums', 'Moisturizers'])
  await expect(tiles.first().getByRole('img', { name: 'A wooden comb' })).toHaveCSS(
    'object-position',
    '20% 0%',
  )
  await tiles.first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Shop For your hair' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Cocoa hair butter' })).toBeVisible()

  await openCategories(page)
  await page.getByRole('link', { name: 'Edit Hair & scalp' }).click()
  await form(page).getByLabel('Name', { exact: true }).fill('Hair')
  await form(page).getByRole('button', { name: 'Save' }).click()
  await expect(toasts(page)).toContainText('Category saved')
  await page.goto('/shop?category=hair+%26+scalp&sort=price-low')
  await expect(page).toHaveURL('/shop?category=hair&sort=price-low')
  await expect(page.getByRole('heading', { name: 'Cocoa hair butter' })).toBeVisible()
})

test('categories are sorted by their buttons, hidden, and merged with their products', {
  tag: '@faults',
}, async ({ page, shop, signIn }) => {
  await page.setViewportSize(sizes.phone)
  await signIn(shop.admin)
  await openCategories(page)
  await page.getByRole('button', { name: 'Move Serum up' }).click()
  await expect.poll(() => names(page)).toEqual(expect.arrayContaining(['Serum', 'Moisturizer']))
  await expect.poll(async () => (await names(page)).slice(0, 3)).toEqual(['Cleanser', 'Serum', 'Moisturizer'])
  expect((await footerLinks(page)).slice(0, 3)).toEqual(['Cleansers', 'Serums', 'Moisturizers'])

  await openCategories(page)
  await page.getByRole('button', { name: 'More for Toner' }).click()
  await page.getByRole('button', { name: 'Hide' }).click()
  await expect(toasts(page)).toContainText('Toner is hidden')
  expect(await footerLinks(page)).not.toContain('Toners')
  await page.goto('/shop')
  await expect(
    page.getByRole('navigation', { name: 'Categories' }).getByRole('link', { name: 'Toner' }),
  ).toHaveCount(0)

  await openCategories(page)
  await page.getByRole('button', { name: 'More for Toner' }).click()
  await page.getByRole('button', { name: 'Merge or delete' }).click()
  const dialog = page.getByRole('dialog', { name: 'Merge Toner into another category' })
  await dialog.getByRole('button', { name: 'Merge' }).click()
  await expect(dialog).toContainText('Please choose where its products go')
  await dialog.getByLabel('Its products and links go to').selectOption('Cleanser')
  await dialog.getByRole('button', { name: 'Merge' }).click()
  await expect(toasts(page)).toContainText('Toner is now part of Cleanser')
  await expect(page.getByRole('heading', { name: 'Toner' })).toHaveCount(0)
  await page.goto('/shop?category=toners')
  await expect(page).toHaveURL('/shop?category=cleanser')
})

test('two admins who change one category are told of each other, and nothing is overwritten unseen', {
  tag: '@faults',
}, async ({ page, request, shop, signIn }) => {
  await page.setViewportSize(sizes.laptop)
  const token = await signIn(shop.admin)
  await openCategories(page)
  await page.getByRole('link', { name: 'Edit Mask' }).click()
  await form(page).getByLabel('Heading').fill('Clay masks')
  const categories = await (await request.get('/api/categories', { headers: bearer(token) })).json()
  const { id } = categories.find(({ slug }: { slug: string }) => slug === 'mask')
  const other = await request.put('/api/categories', {
    headers: bearer(token),
    multipart: { id: String(id), heading: 'Face masks' },
  })
  expect(other.status()).toBe(200)
  await form(page).getByRole('button', { name: 'Save' }).click()
  await expect(form(page).getByText('changed this category while you were editing')).toBeVisible()
  await form(page).getByRole('button', { name: 'Show their version' }).click()
  await expect(form(page).getByLabel('Heading')).toHaveValue('Face masks')
})

test('a spreadsheet brings products with their pictures and a new category, hidden until the owner has looked at them', {
  tag: '@faults',
}, async ({ page, shop, signIn, expectUsable }) => {
  await page.setViewportSize(sizes.laptop)
  await signIn(shop.admin)
  await page.goto('/admin/products/import')
  const columns = 'name,brands,category,price,stock_quantity,description,how_to_use,images'
  const rows = ['Rose', 'Palm'].map((name) => `${name} soap,Adom,Soap bars,20,5,Plain.,Use it.,${name}.jpg`)
  const csv = { name: 'soaps.csv', mimeType: 'text/csv', buffer: Buffer.from([columns, ...rows].join('\n')) }
  await page.getByLabel('CSV file').setInputFiles(csv)
  await expect(page.getByRole('table', { name: 'What is wrong in the file' })).toContainText(
    'names of pictures in a ZIP',
  )
  const { buffer } = await smallPicture(page)
  const zip = (name: string) => ({
    name: 'soaps.zip',
    mimeType: 'application/zip',
    buffer: packZip([
      [`a/${name}`, buffer],
      ['palm.jpg', buffer],
    ]),
  })
  await page.getByLabel('Pictures in a ZIP').setInputFiles(zip('virus.exe'))
  await expect(page.getByText('“a/virus.exe” in the ZIP is no picture.')).toBeVisible()
  await page.getByLabel('Pictures in a ZIP').setInputFiles(zip('rose.jpg'))
  await expect(page.getByRole('table', { name: 'What is wrong in the file' })).toContainText(
    'It has: Cleanser',
  )
  await expectUsable({ inBothColours: true })
  await page.setViewportSize(sizes.laptop)
  await page.getByRole('switch', { name: 'Hide new products' }).check()
  await page.getByRole('button', { name: 'Make this category' }).click()
  await page.getByRole('button', { name: 'Import 2 products' }).click()
  await expect(toasts(page)).toContainText('2 added, 0 changed')

  await expect(page).toHaveURL('/admin/products?hidden=1')
  const table = page.getByRole('table', { name: 'Products, the newest first' })
  await expect(table.getByRole('row').filter({ hasText: 'Soap bars' })).toHaveCount(2)
  await expect(table).toContainText('Hidden')
  await page.goto('/shop?category=soap+bars')
  await expect(page.getByText('No products found.')).toBeVisible()

  await page.goto('/admin/products?hidden=1')
  await page.getByRole('button', { name: 'Show all' }).click()
  await page
    .getByRole('dialog', { name: 'Show 2 products in the shop?' })
    .getByRole('button', { name: 'Show all' })
    .click()
  await expect(toasts(page)).toContainText('2 products updated successfully')
  await page.goto('/shop?category=soap+bars')
  await expect(page.getByRole('heading', { level: 1, name: 'Shop Soap bars' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Palm soap' })).toBeVisible()
})
