/** The last resort where the shop's own pages cannot be made, or must not cost anything. */
export function plainPage(words: string, requestId: string): string {
  return `<!doctype html><html lang="en-GH"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>This page could not be shown – Adom Beauty</title>
<h1>This page could not be shown</h1>
<p>${words}</p>
<p>Your cart is saved on this phone.</p>
<p>If it goes on, tell us this number: <code>${requestId}</code></p>
<p><a href="/">Return to Home</a></p></html>`
}
