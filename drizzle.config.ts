import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'postgresql',
  schema: ['./server/features/*/tables.ts', './server/platform/database/tables.ts'],
  out: './server/migrations',
})
