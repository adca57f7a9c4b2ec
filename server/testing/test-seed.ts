/** Everything random in the tests falls by this number: the same in every run, another one with TEST_SEED. */
export const testSeed = readTestSeed(process.env.TEST_SEED)

function readTestSeed(given = '2957'): number {
  const seed = Number(given)
  if (Number.isInteger(seed) && Math.abs(seed) < 2 ** 31) return seed
  throw new Error(`TEST_SEED is a whole number below 2147483648, not ${given}.`)
}
