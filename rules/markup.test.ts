import { expect, test } from 'vitest'
import { escapeHtml, escapeXml, xmlElement } from './markup.ts'

test('what somebody wrote is shown as text, between tags and in the value of an attribute', () => {
  expect(escapeHtml(`<b title="x">Kofi's & Ama's</b>`)).toBe(
    "&lt;b title=&quot;x&quot;&gt;Kofi's &amp; Ama's&lt;/b&gt;",
  )
  expect(escapeHtml('&amp;')).toBe('&amp;amp;')
})

test('a file of XML stays readable, whatever somebody wrote', () => {
  expect(escapeXml(`Kofi's <&"> ✓ 🌿`)).toBe('Kofi&apos;s &lt;&amp;&quot;&gt; ✓ 🌿')
  expect(escapeXml('a\u0000b\u001fc\ufffed\tе\n')).toBe('abcd\tе\n')
  expect(escapeXml('half \ud83c')).toBe('half \ufffd')
  expect(xmlElement('title', 'Salt & sun')).toBe('<title>Salt &amp; sun</title>')
})
