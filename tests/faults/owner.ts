import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** What `npm run shop -- …` says to an owner, and how it ends; killed on the way, it ends without a code. */
export async function runCommand(
  words: readonly string[],
  settings: Record<string, string>,
  { killAfterMs = null }: { killAfterMs?: number | null } = {},
): Promise<{ code: number | null; said: string }> {
  const command = spawn(process.execPath, ['server/cli/shop.ts', ...words], {
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [command.stdout, command.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
  }
  const killer = killAfterMs === null ? null : setTimeout(() => command.kill('SIGKILL'), killAfterMs)
  const [code] = await once(command, 'close')
  if (killer !== null) clearTimeout(killer)
  return { code, said }
}
