import { readConfig } from '../platform/config.ts'
import { commands } from './commands.ts'

/** The owner's commands: `npm run shop -- <command> …`. */
const [name = 'help', ...words] = process.argv.slice(2)
const command = commands[name]
if (command === undefined) {
  console.log('Commands:')
  for (const [each, { usage, meaning }] of Object.entries(commands))
    console.log(`  ${`${each} ${usage}`.padEnd(36)} ${meaning}`)
  process.exit(name === 'help' ? 0 : 1)
}
try {
  await command.run(readConfig(process.env), words)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
