// What is said to Node.js about memory when the shop starts; `node scripts/memory.mjs` prints it for those who start it by
// themselves. Runs on whatever Node the machine has.
import { fileURLToPath } from 'node:url'

const usual = 250

/**
 * By how much what lies in the old space may grow before all of it is looked through again. So small a heap is given 30 % by
 * Node.js itself, and a shop that renders pages then spends a fifth of its time on looking.
 */
const growingPercent = 70

/**
 * MEMORY_MB in words that Node.js understands. What is new lies in a semi-space until it fills; larger ones fill less often, so
 * that less is copied, and take up to three times their size. The figures are in docs/performance.md. A wrong number is told
 * by the shop itself, together with all other settings.
 */
export function memoryFlags(given) {
  const megabytes = Math.max(usual, /^\d{1,6}$/.test(given ?? '') ? Number(given) : usual)
  const semiSpace = megabytes < 300 ? 8 : megabytes < 500 ? 16 : 32
  const oldSpace = Math.max(256, Math.round(megabytes * 0.75))
  return [
    `--max-semi-space-size=${semiSpace}`,
    `--max-old-space-size=${oldSpace}`,
    `--heap-growing-percent=${growingPercent}`,
  ]
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  console.log(memoryFlags(process.env.MEMORY_MB).join(' '))
