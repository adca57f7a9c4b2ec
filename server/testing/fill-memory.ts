import { setTimeout as wait } from 'node:timers/promises'
import { fastify } from 'fastify'
import { answerErrors } from '../http/errors.ts'
import { shedLoad, usualLimits } from '../http/limits.ts'

/** A server in a process of its own, for the test that fills its memory: says how it answers before, when full, and after. */
const app = fastify()
answerErrors(app)
await shedLoad(app, { ...usualLimits, lagMs: 0, lagCheckedEveryMs: 20 }, () => false)
app.get('/', async () => 'open')
const answer = async () => (await app.inject('/')).statusCode

const answers = [await answer()]
let held: object[] = []
while (answers.length < 2) {
  held.push(new Array(200_000).fill(0.5))
  await wait(5)
  const status = await answer()
  if (status !== 200) answers.push(status)
}
held = []
globalThis.gc?.()
let again = await answer()
for (let looks = 0; again !== 200 && looks < 600; looks++) {
  await wait(20)
  again = await answer()
}
answers.push(again)
process.stdout.write(answers.join(' '))
