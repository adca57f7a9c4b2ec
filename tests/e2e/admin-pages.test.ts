import { expect, type Page } from '@playwright/test'
import { bearer, ownName, sizes, visualEditor } from './setup/office.ts'
import { withOwnShop } from './setup/own-shop.ts'
import { toasts } from './setup/page.ts'
import { test as visit } from './setup/visit.ts'

const test = withOwnShop()

test.describe.configure({ mode: 'serial' })

async function edit(page: Page, name: string) {
  await page.goto('/admin/pages')
  await page.getByRole('link', { name: `Edit ${name}`, exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
}

async function publish(page: Page) {
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(toasts(page)).toContainText('The text is published')
}

/** Writes instead of what is there, with what the settings say, and ends in the preview. */
async function writeFacts(page: Page) {
  await visualEditor(page).click()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
  await page.getByRole('button', { name: 'Heading', exact: true }).click()
  await page.keyboard.type('Where we are')
  await page.keyboard.press('Enter')
  await page.keyboard.type('You find ')
  await page.getByRole('button', { name: 'Name of the shop' }).click()
  await page.keyboard.type(' in Ho: ')
  await page.getByRole('button', { name: 'Hours' }).click()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Table of delivery fees' }).click()
  await page.getByRole('tab', { name: 'HTML' }).click()
  await expect(page.getByRole('textbox', { name: 'Content' })).toHaveValue(
    /<h2>Where we are<\/h2><p>You find \{\{shop_name\}\} in Ho: \{\{hours\}\}<\/p>.*<p>\{\{fees_table\}\}<\/p>/,
  )
  await page.getByRole('button', { name: 'Preview' }).click()
  const preview = page.getByRole('dialog', { name: 'Preview' })
  await expect(preview).toContainText('You find Adom Beauty in Ho: Monday to Saturday, 9am to 10pm GMT')
  await expect(preview.getByRole('table')).toContainText('Tema and Nsawam')
}

visit(
  'an owner writes a page of her own on a phone, with facts that cannot be mistyped, and readers have it at once',
  async ({ page, signIn, expectUsable }) => {
    const title = ownName('Beauty from Ho')
    await signIn('admin')
    await page.goto('/admin/pages')
    await expect(page.getByRole('heading', { level: 1, name: 'Texts and pages' })).toBeVisible()
    await expect(page.getByRole('row', { name: /^About/ })).toContainText('As on the first day')
    await expectUsable({ again: true, inBothColours: true })
    await page.getByRole('link', { name: 'New page' }).click()
    await page.getByLabel('Title').fill(title)
    await writeFacts(page)
    await page.keyboard.press('Escape')
    await expectUsable({ inBothColours: true })
    await publish(page)
    await page.goto(`/pages/${title.toLowerCase().replaceAll(' ', '-')}`)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(page.getByRole('main')).toContainText('You find Adom Beauty in Ho: Monday to Saturday')
    await expectUsable({ again: true })
  },
)

test('an owner writes her own story on a phone, with facts that cannot be mistyped, and readers have it at once', {
  tag: '@faults',
}, async ({ page, shop, signIn, expectUsable }) => {
  await page.goto('/about')
  await expect(page.getByRole('heading', { name: 'It began with a tub of shea' })).toBeVisible()
  await signIn(shop.admin)
  await page.goto('/admin/pages')
  await expect(page.getByRole('heading', { level: 1, name: 'Texts and pages' })).toBeVisible()
  await expect(page.getByRole('row', { name: /^About/ })).toContainText('As on the first day')
  await expectUsable({ inBothColours: true })

  await edit(page, 'About')
  await expect(visualEditor(page)).toContainText('It began with a tub of shea')
  await expectUsable({ inBothColours: true })
  await page.getByLabel('Title').fill('Beauty from Ho')
  await writeFacts(page)
  await expectUsable({ again: true, inBothColours: true })
  await page.keyboard.press('Escape')
  await publish(page)

  await page.goto('/about')
  await expect(page.getByRole('heading', { level: 1, name: 'Beauty from Ho' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('You find Adom Beauty in Ho: Monday to Saturday')
  await expect(page.getByRole('main')).not.toContainText('tub of shea')
  await expectUsable({ again: true })
})

test('questions are written, sorted and removed, and readers see them in this order', {
  tag: '@faults',
}, async ({ page, shop, signIn, expectUsable }) => {
  await page.setViewportSize(sizes.laptop)
  await signIn(shop.admin)
  await edit(page, 'FAQ')
  await page.getByRole('button', { name: 'Add a question' }).click()
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByRole('group', { name: 'There is a problem' }).getByRole('link')).toHaveText([
    'Please enter the question',
    'Please enter the answer',
  ])
  await page.getByRole('textbox', { name: 'Question 9' }).fill('Do you wrap gifts?')
  await page.getByRole('textbox', { name: 'Answer 9' }).first().click()
  await page.keyboard.type('Yes, in kente.')
  await page.getByRole('button', { name: 'Move question 9 up' }).click()
  await page.getByRole('button', { name: 'Move question 8 up' }).click()
  await expect(page.getByRole('textbox', { name: 'Question 7' })).toHaveValue('Do you wrap gifts?')
  await page.getByRole('button', { name: 'Remove question 1' }).click()
  await expectUsable({ inBothColours: true })
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(toasts(page)).toContainText('The text is published')

  await page.goto('/faq')
  const questions = page.getByRole('main').getByRole('group')
  await expect(questions).toHaveCount(8)
  await expect(questions.first()).toContainText('How can I pay?')
  await questions.nth(5).getByText('Do you wrap gifts?').click()
  await expect(questions.nth(5)).toContainText('Yes, in kente.')
})

test('an older text is compared and shown again', { tag: '@faults' }, async ({
  page,
  shop,
  signIn,
  expectUsable,
}) => {
  await signIn(shop.admin)
  await edit(page, 'Terms of Service')
  await page.getByLabel('Introduction').fill('Short and plain.')
  await publish(page)
  await page.getByRole('button', { name: 'Older texts' }).click()
  const older = page.getByRole('dialog', { name: 'Older texts' })
  await expect(older).toContainText('readers see it now')
  await older.getByRole('button', { name: 'Compare The text of the first day' }).click()
  await expect(older).toContainText('Is now: Short and plain.')
  await expectUsable({ inBothColours: true })
  await older.getByRole('button', { name: 'Restore The text of the first day' }).click()
  await page
    .getByRole('dialog', { name: 'Show this text again?' })
    .getByRole('button', { name: 'Restore' })
    .click()
  await expect(toasts(page)).toContainText('The older text is shown again')
  await expect(page.getByLabel('Introduction')).toHaveValue(/^The rules between you and us/)
  await page.goto('/terms-of-service')
  await expect(page.getByRole('main')).not.toContainText('Short and plain.')
})

test('a text that somebody else has changed meanwhile is not overwritten by surprise', {
  tag: '@faults',
}, async ({ page, shop, signIn, request }) => {
  const token = await signIn(shop.admin)
  await edit(page, 'Contact')
  await page.getByLabel('Introduction').fill('Mine')
  const headers = bearer(token)
  const data = { title: 'Contact us', lead: 'Theirs', action: 'publish' }
  expect((await request.put('/api/pages/contact', { headers, data })).status()).toBe(200)
  await page.getByRole('button', { name: 'Publish' }).click()
  const conflict = page.getByRole('alert').filter({ hasText: 'changed this text while you were editing' })
  await expect(conflict).toBeFocused()
  await expect(page.getByLabel('Introduction')).toHaveValue('Mine')
  await conflict.getByRole('button', { name: 'Save mine instead' }).click()
  await expect(toasts(page)).toContainText('The text is published')
  await page.goto('/contact')
  await expect(page.getByRole('main')).toContainText('Mine')
})

test('a page of the owner’s own is drafted, published with a link in the footer, taken down and deleted', {
  tag: '@faults',
}, async ({ page, shop, signIn, expectUsable }) => {
  await page.setViewportSize(sizes.laptop)
  await signIn(shop.admin)
  await page.goto('/admin/pages')
  await page.getByRole('link', { name: 'New page' }).click()
  await page.getByLabel('Title').fill('Wholesale & gifts')
  await expect(visualEditor(page)).toBeVisible()
  await page.getByRole('link', { name: 'Cancel' }).click()
  await page
    .getByRole('dialog', { name: 'Leave without saving?' })
    .getByRole('button', { name: 'Stay here' })
    .click()
  await visualEditor(page).click()
  await page.keyboard.type('Ask for our list.')
  await page.getByRole('switch', { name: 'Link in the footer' }).check()
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(toasts(page)).toContainText('The draft is saved')
  await expect(page.getByRole('heading', { level: 1, name: 'Wholesale & gifts' })).toBeVisible()
  expect((await page.request.get('/pages/wholesale-and-gifts')).status()).toBe(404)
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(toasts(page)).toContainText('The text is published')

  await page.goto('/shop')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Wholesale & gifts' }).click()
  await expect(page).toHaveURL('/pages/wholesale-and-gifts')
  await expect(page.getByRole('main')).toContainText('Ask for our list.')
  await expectUsable()

  await page.setViewportSize(sizes.laptop)
  await edit(page, 'Wholesale & gifts')
  await page.getByRole('button', { name: 'Take down' }).click()
  await expect(toasts(page)).toContainText('The page is taken down')
  expect((await page.request.get('/pages/wholesale-and-gifts')).status()).toBe(404)
  await page.goto('/admin/pages')
  await page.getByRole('button', { name: 'Delete Wholesale & gifts' }).click()
  await page
    .getByRole('dialog', { name: 'Delete this page?' })
    .getByRole('button', { name: 'Delete' })
    .click()
  await expect(page.getByRole('link', { name: 'Edit Wholesale & gifts' })).toHaveCount(0)
})

test('a piece that the shop does not know is refused where it stands', { tag: '@faults' }, async ({
  page,
  shop,
  signIn,
}) => {
  await signIn(shop.admin)
  await edit(page, 'Privacy Policy')
  await page.getByRole('tab', { name: 'HTML' }).click()
  await page.getByRole('textbox', { name: 'Content' }).fill('<p>Call {{phnoe}}</p>')
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByRole('group', { name: 'There is a problem' })).toContainText(
    'The shop knows no {{phnoe}}.',
  )
})

test('a text that is being written waits for a new sign-in', { tag: '@faults' }, async ({
  page,
  shop,
  signIn,
  request,
}) => {
  const token = await signIn(shop.admin)
  await edit(page, 'Opening soon')
  await page.getByLabel('Introduction').fill('We open in May.')
  await request.post('/api/auth/signout', { headers: bearer(token) })
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page).toHaveURL(/\/login\?from=/)
  await page.getByLabel('Email').fill(shop.admin.email)
  await page.getByLabel('Password', { exact: true }).fill(shop.admin.password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByText('We kept what you had typed. It is not saved yet.')).toBeVisible()
  await expect(page.getByLabel('Introduction')).toHaveValue('We open in May.')
  await publish(page)
})
