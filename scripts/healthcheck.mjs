// Ends with 0 when the shop on this machine can serve customers.
const address = `http://127.0.0.1:${process.env.PORT ?? 3000}/readyz`
const answer = await fetch(address, { signal: AbortSignal.timeout(4_000) }).catch(() => null)
process.exit(answer?.ok ? 0 : 1)
