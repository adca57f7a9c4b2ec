import { createServer } from 'node:http'
import pg, { type PoolConfig } from 'pg'

type Task = { connection: PoolConfig; statements: { text: string; values: unknown[] }[]; body: string }

/** The least that can answer with the same data: the same statements, prepared, and `JSON.stringify`. */
process.on('message', ({ connection, statements, body }: Task) => {
  const pool = new pg.Pool({ ...connection, max: 10 })
  const named = statements.map((statement, place) => ({ ...statement, name: `statement_${place}` }))
  const data = JSON.parse(body)
  const server = createServer(async (_, answer) => {
    for (const statement of named) await pool.query(statement)
    const bytes = Buffer.from(JSON.stringify(data))
    answer.writeHead(200, { 'content-type': 'application/json', 'content-length': bytes.length }).end(bytes)
  })
  server.listen(0, '127.0.0.1', () => process.send?.(server.address()))
})
