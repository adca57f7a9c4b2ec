import { systemClock } from '../platform/context.ts'
import { openFakeMtn } from './fake-mtn.ts'
import { openFakePaystack } from './fake-paystack.ts'

/**
 * A fake MTN and a fake Paystack on a developer's machine until it is stopped; prints the settings with which a shop uses them.
 * The shop must know itself as http://localhost:3000 (HOST and PORT as usual, PUBLIC_URL=http://localhost:3000) to be called back.
 */
const mtn = await openFakeMtn({ clock: systemClock, port: 4001, callbackHost: 'localhost' })
const paystack = await openFakePaystack({ port: 4002, ownPages: true })

for (const settings of [{ ...mtn.settings, ...mtn.refundSettings }, paystack.settings]) {
  const lines = Object.entries({ PUBLIC_URL: 'http://localhost:3000', ...settings })
  process.stdout.write(`\n${lines.map(([name, value]) => `${name}=${value}`).join(' \\\n')} npm run dev\n`)
}
process.stdout.write(
  '\nMTN’s test numbers decide what happens: 46733123451 declines, 46733123454 takes half a minute.\n',
)

setInterval(() => void mtn.callBack(), 1_000)
