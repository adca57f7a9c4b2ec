import { expect, onTestFinished, test } from 'vitest'
import type { ListedPageResponse, PagePreviewResponse, PageResponse } from '#contract/content.ts'
import type { ChangesResponse } from '#contract/dashboard.ts'
import type { RefusalResponse } from '#contract/refusals.ts'
import { fixedPages, pageLimits } from '#rules/page-texts.ts'
import { cleanHtml } from '#server/features/media/clean-html.ts'
import { scriptAttacks } from '#server/testing/script-attacks.ts'
import { openTestShop, type TestShopSetup } from '#server/testing/test-shop.ts'

type Answered = PageResponse & RefusalResponse & { changed_by: string | null; changed_at: string }

async function world(setup: TestShopSetup = {}) {
  const opened = await openTestShop(setup)
  onTestFinished(opened.close)
  const { ask, signedInAs, app } = opened
  const { token, viewer } = await signedInAs('admin')
  const call = <Body = Answered>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
    ask<Body>(method, `/api/pages${path}`, { token, ...(body && { body }) })
  return {
    ...opened,
    call,
    boss: viewer,
    save: (slug: string, text: object) =>
      call('PUT', `/${slug}`, { title: 'A title', action: 'publish', ...text }),
    write: (text: object = {}) => call('POST', '', { title: 'Our garden', publish: true, ...text }),
    read: async (path: string) => (await app.inject({ url: path, headers: { accept: 'text/html' } })).body,
    changes: async () =>
      (await ask<ChangesResponse>('GET', '/api/changes?thing=page', { token })).body.changes,
  }
}

test('a new shop lists the nine texts that every shop has, none of them changed or read', async () => {
  const { call } = await world()
  const { body } = await call<ListedPageResponse[]>('GET', '')
  expect(body.map(({ slug }) => slug)).toEqual([...fixedPages])
  for (const page of body)
    expect(page).toMatchObject({ is_changed: false, has_draft: false, is_read: false, is_shown: true })
  expect((await call('GET', '/read')).body).toEqual({ read: 0, of: 7 })
})

test('the editor begins with the text of the first day, and nothing is stored before a change', async () => {
  const { call } = await world()
  const { body } = await call('GET', '/shipping-policy')
  expect(body).toMatchObject({ title: 'Shipping Policy', versions: [], updated_at: null })
  expect(body.text.content).toContain('<strong>Processing</strong>: 1-2 business days')
  expect(body.text.content).toContain('<p>{{fees_table}}</p>')
  expect(body.shown).toEqual(body.text)
})

test('the text that every shop begins with can be saved as it is', async () => {
  const { call, save } = await world()
  for (const slug of fixedPages) {
    const { text } = (await call('GET', `/${slug}`)).body
    const { status, body } = await save(slug, text)
    expect([slug, status]).toEqual([slug, 200])
    expect(body.text.title).toBe(text.title)
  }
})

test('a draft is seen by nobody; once it is published every reader has it at once', async () => {
  const { save, read, call } = await world({ withPages: true })
  expect(await read('/about')).toContain('It began with a tub of shea')
  await save('about', { title: 'Our own story', content: '<p>It began in Kumasi.</p>', action: 'draft' })
  expect((await call('GET', '/about')).body).toMatchObject({
    has_draft: true,
    is_changed: false,
    text: { title: 'Our own story' },
  })
  expect(await read('/about')).not.toContain('Kumasi')
  await save('about', { title: 'Our own story', content: '<p>It began in Kumasi.</p>' })
  const page = await read('/about')
  expect(page).toContain('It began in Kumasi.')
  expect(page).not.toContain('tub of shea')
})

test('the questions follow the owner, in their order, for readers and for search engines', async () => {
  const { save, read } = await world({ withPages: true })
  expect(await read('/faq')).toContain('How do I track my order?')
  const questions = [
    { question: 'Zebra?', answer: '<p>Call {{phone}}.</p>' },
    { question: 'Apple?', answer: '<p>Yes &amp; no.</p>' },
  ]
  await save('faq', { title: 'Questions', questions })
  const page = await read('/faq')
  expect(page.indexOf('Zebra?')).toBeLessThan(page.indexOf('Apple?'))
  expect(page).not.toContain('How do I track my order?')
  const [facts = ''] = /\{"@context":"https:\/\/schema.org","@type":"FAQPage".*?<\/script>/.exec(page) ?? []
  const { mainEntity } = JSON.parse(facts.replace('</script>', ''))
  expect(mainEntity).toMatchObject([
    { name: 'Zebra?', acceptedAnswer: { text: 'Call 1234567890.' } },
    { name: 'Apple?', acceptedAnswer: { text: 'Yes & no.' } },
  ])
})

test('the line in the footer and the owner’s own pages stand on every page, and go again', async () => {
  const { save, write, read, call } = await world({ withPages: true })
  expect(await read('/shop')).toContain('Monday to Saturday, 9am to 10pm GMT')
  await save('footer', { lead: 'Made by hand in Ho. {{hours}}' })
  const { body } = await write({ title: 'Our garden', content: '<p>Moringa.</p>', in_footer: true })
  expect(body).toMatchObject({ slug: 'our-garden', address: '/pages/our-garden', is_shown: true })
  const shop = await read('/shop')
  expect(shop).toContain('Made by hand in Ho. Monday to Saturday, 9am to 10pm GMT')
  expect(shop).toContain('href="/pages/our-garden"')
  expect(await read('/pages/our-garden')).toContain('<p>Moringa.</p>')
  expect(await read('/sitemap.xml')).toContain('/pages/our-garden</loc>')
  await call('DELETE', '/our-garden')
  expect(await read('/shop')).not.toContain('our-garden')
  expect(await read('/sitemap.xml')).not.toContain('our-garden')
  expect(await read('/pages/our-garden')).toContain('Page Not Found')
})

test('a page that is taken down is found by nobody, and its text is still there', async () => {
  const { write, save, read, call } = await world({ withPages: true })
  await write({ content: '<p>Moringa.</p>' })
  expect((await save('our-garden', { content: '<p>Moringa.</p>', action: 'hide' })).status).toBe(200)
  expect(await read('/pages/our-garden')).toContain('Page Not Found')
  expect((await call('GET', '/our-garden')).body).toMatchObject({
    is_shown: false,
    shown: null,
    text: { content: '<p>Moringa.</p>' },
  })
})

test('facts of the settings are filled in when a text is read, so they are never old', async () => {
  const { save, read, shop, boss } = await world({ withPages: true })
  await save('terms-of-service', {
    content: '<h2>Who</h2><p>{{shop_name}}, {{hours}}.</p><p>{{fees_table}}</p>',
  })
  expect(await read('/terms-of-service')).toContain('Adom Beauty, Monday to Saturday, 9am to 10pm GMT.')
  await shop.settings.save(boss.id, {
    version: 0,
    changes: { shopName: 'Kente & Co', deliveryFees: [{ region: null, cities: [], fee: 6050 }] },
  })
  const page = await read('/terms-of-service')
  expect(page).toContain('Kente &amp; Co, Monday to Saturday')
  expect(page).toContain('Ghs 60.50')
  expect(page).not.toContain('Adom Beauty, Monday')
})

test('a piece that the shop does not know is refused, with the ones it knows', async () => {
  const { save, call } = await world()
  const { status, body } = await save('about', { content: '<p>Call {{phnoe}}</p>' })
  expect([status, body.code]).toEqual([400, 'invalid_input'])
  expect(body.fields?.content).toBe(
    'The shop knows no {{phnoe}}. It fills in {{shop_name}}, {{phone}}, {{hours}}, {{fees_table}}.',
  )
  const wrong = await save('faq', { questions: [{ question: 'Why? {{', answer: '<p>{{hours}</p>' }] })
  expect(Object.keys(wrong.body.fields ?? {})).toEqual(['questions.0.question', 'questions.0.answer'])
  const table = await save('about', { content: '<p>Fees: {{fees_table}}</p>' })
  expect(table.body.fields?.content).toBe('The table of delivery fees needs a paragraph of its own.')
  expect((await call('GET', '/about')).body.is_changed).toBe(false)
})

test('an empty title, an empty line and a list without questions are refused at their fields', async () => {
  const { save, write } = await world()
  expect((await save('about', { title: ' ' })).body.fields).toEqual({ title: 'Please enter a title' })
  expect((await save('footer', { lead: '' })).body.fields).toEqual({ lead: 'Please enter the line' })
  expect((await save('faq', {})).body.fields).toEqual({ questions: 'Please leave at least one question' })
  expect((await write({ title: '' })).body.fields).toEqual({ title: 'Please enter a title' })
})

test('nothing that could run is stored or shown, wherever it is written', async () => {
  const { save, call, read } = await world({ withPages: true })
  const attack =
    '<p>Hello</p><script>alert(1)</script><img src=x onerror=alert(1)><a href="javascript:alert(1)">x</a>'
  await save('about', {
    title: '<script>alert(1)</script>',
    lead: '<b onclick=alert(1)>b</b>',
    content: attack,
  })
  await save('faq', { questions: [{ question: '<img src=x onerror=alert(1)>', answer: attack }] })
  for (const slug of ['about', 'faq']) {
    const stored = (await call('GET', `/${slug}`)).body.text
    for (const html of [stored.content, ...stored.questions.map(({ answer }) => answer)])
      expect(html).not.toMatch(/script|onerror|javascript/)
    expect(await read(`/${slug}`)).not.toMatch(/<script>alert|<img src=x|<b onclick|href="javascript/)
  }
  const preview = await call<PagePreviewResponse>('POST', '/preview', {
    kind: 'own',
    title: 'x',
    content: attack,
  })
  expect(preview.body.html).toBe('<p>Hello</p><a rel="noopener">x</a>')
})

/** All of them are tried on what cleans them by tests/e2e/attack-texts.test.ts; here it is enough that every page goes through it. */
test('attacks leave a page as harmless as a post', { tags: 'faults' }, async () => {
  const { save } = await world()
  for (const attack of scriptAttacks.filter((_, n) => n % 10 === 0)) {
    const { status, body } = await save('about', { content: attack })
    expect([attack, status === 400 || body.text.content]).toEqual([
      attack,
      status === 400 || cleanHtml(attack),
    ])
  }
})

test('of two admins at once the second is told who was first, and overwrites only knowingly', async () => {
  const { save, call, boss } = await world()
  const first = await save('contact', { lead: 'One', expected: null })
  expect(first.status).toBe(200)
  const second = await save('contact', { lead: 'Two', expected: null })
  expect([second.status, second.body.code]).toEqual([409, 'conflict'])
  expect(second.body).toMatchObject({
    changed_by: boss.name,
    changed_at: first.body.updated_at,
  })
  expect((await call('GET', '/contact')).body.text.lead).toBe('One')
  expect((await save('contact', { lead: 'Two', expected: second.body.changed_at })).status).toBe(200)
  const late = await call('POST', '/contact/restore', { version: null, expected: first.body.updated_at })
  expect(late.status).toBe(409)
  expect((await call('GET', '/contact')).body.text.lead).toBe('Two')
})

test('both of two admins who begin a text in the same moment get an answer, and one of them a conflict', async () => {
  const { save } = await world()
  const answers = await Promise.all(
    ['One', 'Two'].map((lead) => save('returns-policy', { lead, expected: null })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
})

test('older texts are kept with who and when, can be read and shown again', async () => {
  const { save, call, read, boss } = await world({ withPages: true })
  await save('privacy-policy', { content: '<p>First words.</p>' })
  const { body } = await save('privacy-policy', { content: '<p>Second words.</p>' })
  const [second, first] = body.versions
  expect([first?.by, second?.by]).toEqual(Array(2).fill(boss.name))
  expect((await call('GET', `/privacy-policy/versions/${first?.id}`)).body).toMatchObject({
    content: '<p>First words.</p>',
  })
  const restored = await call('POST', '/privacy-policy/restore', {
    version: first?.id,
    expected: body.updated_at,
  })
  expect(restored.body.versions).toHaveLength(3)
  expect(await read('/privacy-policy')).toContain('First words.')
  const back = await call('POST', '/privacy-policy/restore', { version: null })
  expect(back.body).toMatchObject({ is_changed: false, is_read: true })
  expect(await read('/privacy-policy')).toContain('Last updated May 13, 2025'.slice(13))
  expect(await read('/privacy-policy')).not.toContain('First words.')
})

test('a version of another page is none of this one', async () => {
  const { save, call } = await world()
  const { body } = await save('about', { content: '<p>One.</p>' })
  const id = body.versions[0]?.id
  expect((await call('GET', `/contact/versions/${id}`)).status).toBe(404)
  expect((await call('POST', '/contact/restore', { version: id })).status).toBe(404)
  expect((await call('GET', '/contact')).body.updated_at).toBeNull()
})

test('a hundred older texts are kept, and no more', { tags: 'faults' }, async () => {
  const { call, shop, boss } = await world()
  const text = { title: 'A', lead: '', content: '', questions: [] }
  for (let round = 1; round <= 103; round++)
    await shop.pages.save(boss, 'about', {
      ...text,
      lead: `Round ${round}`,
      isInFooter: false,
      action: 'publish',
    })
  const { versions } = (await call('GET', '/about')).body
  expect(versions).toHaveLength(100)
  expect((await call('GET', `/about/versions/${versions.at(-1)?.id}`)).body).toMatchObject({
    lead: 'Round 4',
  })
})

test('the texts that every shop has cannot be taken away', async () => {
  const { save, call } = await world()
  expect((await call('DELETE', '/terms-of-service')).body.code).toBe('page_needed')
  expect((await save('terms-of-service', { action: 'hide' })).body.code).toBe('page_needed')
})

test('two pages of one title have two addresses, and no page takes the address of another text', async () => {
  const { write } = await world()
  const slugs = []
  for (const title of ['Wholesale', 'Wholesale', 'FAQ', 'New', 'ɔ!', '???'])
    slugs.push((await write({ title })).body.slug)
  expect(slugs).toEqual(['wholesale', 'wholesale-2', 'faq-2', 'new-2', 'o', 'page'])
})

test('a text counts as read once it is published or said to be right', async () => {
  const { save, call } = await world()
  await save('about', {})
  expect((await call('POST', '/faq/read')).body).toMatchObject({ is_read: true, is_changed: false })
  await save('contact', { action: 'draft' })
  await save('footer', { lead: 'Hello' })
  expect((await call('GET', '/read')).body).toEqual({ read: 2, of: 7 })
})

test('every change is in the list of changes, with who and what', async () => {
  const { save, write, call, changes, boss } = await world()
  await write({ content: '<p>Moringa.</p>' })
  await save('our-garden', { title: 'Our garden', content: '<p>Shea.</p>' })
  await call('DELETE', '/our-garden')
  const [deleted, published, wrote] = await changes()
  expect(wrote).toMatchObject({ action: 'wrote the page', by: { id: boss.id } })
  expect(published).toMatchObject({
    action: 'published the page',
    before: { content: '<p>Moringa.</p>' },
    after: { content: '<p>Shea.</p>' },
  })
  expect(deleted).toMatchObject({ action: 'deleted the page', before: { title: 'Our garden' } })
})

test('what visitors read while the shop is closed is a text like the others', async () => {
  const { shop, save } = await world()
  const report = () => {
    throw new Error('Nothing should fail here')
  }
  expect(await shop.pages.readOpeningSoon(report)).toEqual({
    title: 'Opening soon',
    lead: 'Adom Beauty is getting ready. Come back in a little while.',
    html: '',
  })
  await save('opening-soon', { title: 'Soon', lead: '{{shop_name}} opens in May', content: '<p>Wait.</p>' })
  expect(await shop.pages.readOpeningSoon(report)).toEqual({
    title: 'Soon',
    lead: 'Adom Beauty opens in May',
    html: '<p>Wait.</p>',
  })
})

test('the longest texts that the forms allow are not too long for the server, and longer ones are refused', {
  tags: 'faults',
}, async () => {
  const { save } = await world()
  const long = (length: number) => '美'.repeat(length)
  const row = { question: long(pageLimits.question), answer: long(pageLimits.answer) }
  const questions = Array.from({ length: pageLimits.questions }, () => row)
  const text = { title: long(pageLimits.title), lead: long(pageLimits.lead) }
  expect((await save('faq', { ...text, questions })).status).toBe(200)
  expect((await save('about', { ...text, content: long(pageLimits.content) })).status).toBe(200)
  expect((await save('faq', { ...text, questions: [...questions, row] })).body.fields).toEqual({
    questions: 'Please use at most 60 questions',
  })
  expect((await save('about', { ...text, content: long(pageLimits.content + 1) })).status).toBe(400)
  expect((await save('about', { lead: long(pageLimits.lead + 1) })).body.fields).toEqual({
    lead: 'Please use at most 500 characters',
  })
})
