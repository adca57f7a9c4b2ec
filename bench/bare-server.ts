import { createServer } from 'node:http'

/** The least that a Node.js server can do: the same bytes with the same headers, and nothing else. */
process.on('message', ({ headers, body }: { headers: Record<string, string>; body: string }) => {
  const bytes = Buffer.from(body, 'base64')
  const server = createServer((_, answer) => {
    answer.writeHead(200, headers)
    answer.end(bytes)
  })
  server.listen(0, '127.0.0.1', () => process.send?.(server.address()))
})
