import { loadTool } from '../../scripts/tools/load-tool.ts'
import type { Visit } from './scores.ts'

/** What is used of Lighthouse's own types. */
type Result = {
  runtimeError?: { message: string }
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>
  audits: Record<
    string,
    { title: string; score: number | null; displayValue?: string; numericValue?: number }
  >
}
type Lighthouse = { default(address: string, settings: object): Promise<{ lhr: Result } | undefined> }

const { default: lighthouse } = loadTool<Lighthouse>('lighthouse')

/** Pages that ask not to be found are not blamed for it, nor is the page that says there is none for being no page. */
async function settingsFor(address: string, port: number): Promise<object> {
  const answer = await fetch(address)
  const isHidden = /<meta name="robots" content="[^"]*noindex/.test(await answer.text())
  const skipAudits = [
    ...(isHidden ? ['is-crawlable'] : []),
    ...(answer.status === 404 ? ['http-status-code', 'errors-in-console', 'meta-description'] : []),
  ]
  return { port, output: 'json', logLevel: 'error', ignoreStatusCode: true, skipAudits }
}

/** One visit as Lighthouse makes it by itself: a phone of the middle class on a slow network, with nothing kept from before. */
export async function visitPage(address: string, port: number): Promise<Visit> {
  const answer = await lighthouse(address, await settingsFor(address, port))
  if (!answer || answer.lhr.runtimeError) {
    throw new Error(`Lighthouse could not visit ${address}: ${answer?.lhr.runtimeError?.message ?? ''}`)
  }
  const { lhr } = answer
  const score = (category: string) => Math.round((lhr.categories[category]?.score ?? 0) * 100)
  const figure = (audit: string) => lhr.audits[audit]?.numericValue ?? Number.NaN
  return {
    scores: {
      performance: score('performance'),
      accessibility: score('accessibility'),
      bestPractices: score('best-practices'),
      seo: score('seo'),
    },
    timings: {
      firstPaint: figure('first-contentful-paint'),
      largestPaint: figure('largest-contentful-paint'),
      blocked: figure('total-blocking-time'),
      shift: figure('cumulative-layout-shift'),
    },
    complaints: complaintsIn(lhr),
  }
}

function complaintsIn(lhr: Result): string[] {
  const counted = Object.values(lhr.categories).flatMap(({ auditRefs }) => auditRefs)
  const ids = counted.filter(({ weight }) => weight > 0).map(({ id }) => id)
  return ids.flatMap((id) => {
    const audit = lhr.audits[id]
    if (!audit || audit.score === null || audit.score >= 0.9) return []
    return [`${audit.title}${audit.displayValue ? ` (${audit.displayValue})` : ''}`]
  })
}
