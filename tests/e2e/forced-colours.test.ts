import { expect, type Locator } from '@playwright/test'
import { newProduct, ownName } from './setup/office.ts'
import { test } from './setup/visit.ts'

test.use({ contextOptions: { forcedColors: 'active' } })

const frameOf = (element: Locator) =>
  element.evaluate((each) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(each)
    return `${outlineStyle} ${outlineWidth}`
  })

const edgeOf = (element: Locator) => element.evaluate((each) => getComputedStyle(each).borderTopWidth)

test('where the phone chooses the colours, buttons keep their edges and what is chosen keeps a frame', {
  tag: '@faults',
}, async ({ page, signIn }) => {
  await page.goto('/')
  expect(await edgeOf(page.getByRole('link', { name: 'Shop Now' }))).not.toBe('0px')
  await page.goto('/product/9')
  const pictures = page.getByRole('button', { name: /^Picture \d|^Show picture/ })
  expect(await frameOf(pictures.first())).toBe('solid 2px')
  expect(await frameOf(pictures.nth(1))).toContain('none')
  await page.goto('/track-order')
  const track = page.getByRole('button', { name: 'Track', exact: true })
  expect(await edgeOf(track)).not.toBe('0px')
  await page.getByLabel('Tracking code').focus()
  await page.keyboard.press('Tab')
  expect(await frameOf(track)).toBe('solid 3px')

  await signIn('admin')
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto('/admin/orders')
  const menu = page.getByRole('navigation', { name: 'Back office' })
  expect(await frameOf(menu.getByRole('link', { name: 'Orders' }))).toBe('solid 2px')
  expect(await frameOf(menu.getByRole('link', { name: 'Team' }))).toContain('none')
})

test('where the phone chooses the colours, a shade keeps its own', { tag: '@faults' }, async ({
  page,
  request,
  signIn,
}) => {
  const token = await signIn('admin')
  const article = ownName('Lip Tint')
  const shade = (name: string, colour: string) =>
    newProduct(request, page, token, {
      name: `${article} ${name}`,
      article,
      choice_label: name,
      choice_colour: colour,
    })
  const { id } = await shade('Ruby', '#9b111e')
  await shade('Ivory', '#fffff0')
  await page.goto(`/product/${id}`)
  const ivory = page.getByRole('navigation', { name: 'Shade' }).getByRole('link', { name: 'Ivory' })
  const colours = await ivory
    .locator('span')
    .evaluateAll((parts) => parts.map((part) => getComputedStyle(part).backgroundColor))
  expect(colours).toContain('rgb(255, 255, 240)')
})
