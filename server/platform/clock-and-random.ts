import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import type { Clock, Random } from './context.ts'

export const systemClock: Clock = () => new Date()

export const systemRandom: Random = {
  uuid: () => randomUUID(),
  secret: (bytes) => randomBytes(bytes).toString('base64url'),
  below: (bound) => randomInt(bound),
}
