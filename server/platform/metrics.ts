import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** What the shop counts about itself, in this process. Names of things that grow without end are never labels. */
export type Metrics = {
  answered(answer: { method: string; route: string; status: number; milliseconds: number }): void
  /** One more cached response; a plain number, because the cached-response fast path may cost nothing. */
  handedOut(): void
  queried(milliseconds: number): void
  /** A list or a figure, by the database that has answered. */
  readFrom(server: 'primary' | 'replica'): void
  worked(job: { name: string; outcome: 'done' | 'failed' | 'gave_up'; milliseconds: number }): void
  watchPool(pool: { totalCount: number; idleCount: number; waitingCount: number }): void
  /** Starts to watch the process itself: event loop, memory, processor. Called where somebody will look. */
  watchProcess(): void
  /** The registry, to which other layers add what they know. */
  registry: Registry
}

const seconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export function openMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Requests by route pattern and class of status, without those of the cached-response fast path',
    labelNames: ['method', 'route', 'status'],
    buckets: seconds,
    registers,
  })
  const queries = new Histogram({
    name: 'database_query_duration_seconds',
    help: 'Questions to the database, from asking to the answer',
    buckets: seconds,
    registers,
  })
  const reads = new Counter({
    name: 'database_reads_total',
    help: 'Lists and figures by the server that has answered, where there is a read replica',
    labelNames: ['server'],
    registers,
  })
  const jobs = new Histogram({
    name: 'job_duration_seconds',
    help: 'Jobs by name and outcome: done, failed (tried again) or gave_up',
    labelNames: ['job', 'outcome'],
    buckets: [...seconds, 30, 60],
    registers,
  })
  const countHandedOut = watchFastPath(registry)

  return {
    registry,
    answered({ method, route, status, milliseconds }) {
      const labels = { method, route, status: `${Math.floor(status / 100)}xx` }
      requests.observe(labels, milliseconds / 1_000)
    },
    handedOut: countHandedOut,
    queried: (milliseconds) => queries.observe(milliseconds / 1_000),
    readFrom: (server) => reads.inc({ server }),
    worked({ name, outcome, milliseconds }) {
      jobs.observe({ job: name, outcome }, milliseconds / 1_000)
    },
    watchPool: (pool) => watchPool(registry, pool),
    watchProcess: () => collectDefaultMetrics({ register: registry }),
  }
}

function watchFastPath(registry: Registry): () => void {
  let count = 0
  new Counter({
    name: 'http_express_answers_total',
    help: 'Pages and files that were sent by the cached-response fast path',
    registers: [registry],
    collect() {
      this.reset()
      this.inc(count)
    },
  })
  return () => {
    count++
  }
}

function watchPool(
  registry: Registry,
  pool: { totalCount: number; idleCount: number; waitingCount: number },
): void {
  new Gauge({
    name: 'database_pool_connections',
    help: 'Connections of this process to the database: busy, idle, and requests that wait for one',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      this.set({ state: 'busy' }, pool.totalCount - pool.idleCount)
      this.set({ state: 'idle' }, pool.idleCount)
      this.set({ state: 'waited_for' }, pool.waitingCount)
    },
  })
}
