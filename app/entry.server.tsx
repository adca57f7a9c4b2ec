import { Writable } from 'node:stream'
import { renderToPipeableStream, renderToString } from 'react-dom/server'
import {
  type EntryContext,
  type HandleErrorFunction,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router'
import { measuredBy, measuredPages, measurersOf } from '#rules/measuring.ts'
import { type PageRequest, pageRequestContext } from './data/shop-context.ts'
import { DeferredScripts, ScriptsOnly } from './deferred-hydration.tsx'
import { askForConsent, countVisits, type Measuring } from './inline-scripts.ts'
import { RequestId } from './layout/error-pages.tsx'
import { ScriptNonce } from './layout/theme.tsx'
import { startHydrationLater } from './start-hydration-later.ts'

export const streamTimeout = 10_000

/**
 * Pages are cached and sent whole, so a page is finished before the first byte leaves. Its scripts are rendered first, by
 * themselves and with the data of the page, and then put into it where the browser leaves them alone for a while. The page
 * itself waits for nothing any more, so it is rendered in one go: a stream would cost a fifth more.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  router: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const visit = context.get(pageRequestContext)
  const { nonce } = visit
  const scripts = await renderWhole(
    <ScriptsOnly value={true}>
      <ServerRouter context={router} url={request.url} nonce={nonce} />
    </ScriptsOnly>,
    visit,
  )
  const page = renderToString(
    <RequestId value={visit.id}>
      <ScriptNonce value={nonce}>
        <DeferredScripts value={{ scripts, starters: startersOf(visit, request.url) }}>
          <ServerRouter
            context={{ ...router, serverHandoffStream: undefined }}
            url={request.url}
            nonce={nonce}
          />
        </DeferredScripts>
      </ScriptNonce>
    </RequestId>,
  )
  headers.set('content-type', 'text/html; charset=utf-8')
  // React writes it in streams only, and without it browsers lay pages out as those of the last century.
  visit.html = `<!DOCTYPE html>${page}`
  return new Response(null, { status, headers })
}

/** What runs before all other scripts, as text. */
function startersOf({ measuring }: PageRequest, url: string): string {
  const always = `(${startHydrationLater})();(${countVisits})()`
  const tags = measuredBy(measuring, new URL(url).pathname)
  if (tags === undefined) return always
  const input: Measuring = { ...tags, names: measurersOf(tags), pages: measuredPages.source }
  return `${always};(${askForConsent})(${JSON.stringify(input)})`
}

export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (!request.signal.aborted) context.get(pageRequestContext).report(error)
}

function renderWhole(page: React.ReactNode, visit: PageRequest): Promise<string> {
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = []
    const sink = new Writable({
      write(piece: Buffer, _encoding, done) {
        pieces.push(piece)
        done()
      },
      final(done) {
        resolve(Buffer.concat(pieces).toString('utf8'))
        done()
      },
    })
    const { pipe, abort } = renderToPipeableStream(page, {
      nonce: visit.nonce,
      onAllReady: () => {
        clearTimeout(tooLong)
        pipe(sink)
      },
      onShellError: reject,
      onError: visit.report,
    })
    const tooLong = setTimeout(() => abort(new Error('The page took too long')), streamTimeout)
  })
}
