/** The last resort when not even the pages' own error page can be made. */
export function brokenPage(requestId: string): Response {
  const html = `<!doctype html><html lang="en-GH"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Something went wrong – Adom Beauty</title>
<h1>Something went wrong on our side</h1>
<p>Your cart is saved on this phone. Please try again in a moment.</p>
<p>If it goes on, tell us this number: <code>${requestId.replaceAll(/[^\w-]/g, '')}</code></p>
<p><a href="/">Return to Home</a></p></html>`
  return new Response(html, { status: 500, headers: { 'content-type': 'text/html; charset=utf-8' } })
}
