import { expect, test } from 'vitest'
import { renderEmail } from './email.ts'

const email = {
  subject: 'Choose a new password',
  paragraphs: ['You asked for a new password.'],
  button: { label: 'Choose a new password', url: 'https://shop.example/reset-password?token=abc&x=1' },
  afterwards: ['The link works once, for one hour.'],
}

test('an e-mail says the same as text and as HTML', () => {
  const { subject, text, html } = renderEmail(email, { shopName: 'Adom Beauty' })
  expect(subject).toBe('Choose a new password')
  expect(text).toBe(
    [
      'You asked for a new password.',
      'Choose a new password:\nhttps://shop.example/reset-password?token=abc&x=1',
      'The link works once, for one hour.',
      '– Adom Beauty',
    ].join('\n\n'),
  )
  for (const part of ['Adom Beauty', email.paragraphs[0], email.afterwards[0]]) expect(html).toContain(part)
})

test('the HTML has one button, and its address once more in full', () => {
  const { html } = renderEmail(email, { shopName: 'Adom Beauty' })
  const address = 'https://shop.example/reset-password?token=abc&amp;x=1'
  expect(html.split(`href="${address}"`)).toHaveLength(3)
  expect(html).toContain(`>${address}</a>`)
})

test('an e-mail without a button has no link at all', () => {
  const { text, html } = renderEmail(
    { subject: 'Hello', paragraphs: ['Good day.'] },
    { shopName: 'Adom Beauty' },
  )
  expect(html).not.toContain('<a ')
  expect(text).toBe('Good day.\n\n– Adom Beauty')
})

test('what people typed cannot become part of the page', () => {
  const { html } = renderEmail(
    { subject: '<b>&', paragraphs: ['<script>alert("1")</script>'] },
    { shopName: '<script>Adom</script>' },
  )
  expect(html).not.toContain('<script>')
  expect(html).toContain('&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;')
  expect(html).toContain('<title>&lt;b&gt;&amp;</title>')
})

test('a bill stands between the words and the button, as text and as a table', () => {
  const bill: [string, string][] = [
    ['2 x Shea & Co', 'Ghs 170.00'],
    ['Total', 'Ghs 215.00'],
  ]
  const { text, html } = renderEmail({ ...email, bill }, { shopName: 'Adom Beauty' })
  expect(text).toContain('password.\n\n2 x Shea & Co: Ghs 170.00\nTotal: Ghs 215.00\n\nChoose')
  expect(html).toContain('>2 x Shea &amp; Co</td>')
  expect(html.indexOf('Ghs 215.00')).toBeLessThan(html.indexOf('<a '))
})
